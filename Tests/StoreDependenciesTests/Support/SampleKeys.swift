import StoreDependencies
import Synchronization

/// A number that identifies the value of its key: live, preview or test.
enum NumberKey: DependencyKey {
  static let liveValue = 1
  static let previewValue = 2
  static let testValue = 3
}

/// A dependency whose default has state: it counts its calls.
final class Tally: Sendable {
  private let count = Mutex(0)

  func increment() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

/// A dependency with a state of its own for each scope.
enum TallyKey: TestDependencyKey {
  static var testValue: Tally { Tally() }
}

/// A dependency with a state of its own for each scope, in every context.
enum LiveTallyKey: DependencyKey {
  static var liveValue: Tally { Tally() }
  static var testValue: Tally { Tally() }
}

/// A client of several endpoints.
struct SearchClient: Sendable {
  var search: @Sendable (String) async throws -> [String]

  var suggest: @Sendable (String) -> [String]
}

/// A client without a test value.
enum SearchKey: DependencyKey {
  static let liveValue = SearchClient(search: { ["live \($0)"] }, suggest: { ["live \($0)"] })
}

/// A key that only has an interface.
enum InterfaceKey: TestDependencyKey {
  static let testValue = "interface"
}

extension DependencyValues {
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }

  var tally: Tally {
    get { self[TallyKey.self] }
    set { self[TallyKey.self] = newValue }
  }

  /// A tally with a live value.
  var liveTally: Tally {
    get { self[LiveTallyKey.self] }
    set { self[LiveTallyKey.self] = newValue }
  }

  /// A client without a test value.
  var searchClient: SearchClient {
    get { self[SearchKey.self] }
    set { self[SearchKey.self] = newValue }
  }
}
