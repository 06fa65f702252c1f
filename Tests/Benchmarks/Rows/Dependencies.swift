import StoreDependencies

extension Benchmark {
  static let dependencies = [
    Benchmark("@Dependency, overridden", reach: .nanoseconds(100)) { count in
      withDependencies {
        $0.number = 42
      } operation: {
        readNumber(count)
      }
    },
    Benchmark("@Dependency, default", reach: .nanoseconds(100)) { count in
      withDependencies {
        $0.context = .test
      } operation: {
        readNumber(count)
      }
    },
  ]

  /// Reads a dependency a number of times.
  private static func readNumber(_ count: Int) -> Duration {
    let reader = NumberReader()
    return ContinuousClock().measure {
      for _ in 0..<count { keep(reader.number) }
    }
  }
}

/// A type with a dependency.
private struct NumberReader {
  @Dependency(\.number) var number
}

/// The key of `\.number`.
private enum NumberKey: DependencyKey {
  /// The number of an app.
  static let liveValue = 1

  static let testValue = 2
}

extension DependencyValues {
  /// A number, with a default.
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}
