import StoreDependencies
import Synchronization

/// A client that reads a dependency when it is used.
struct LateClient: Sendable {
  @Dependency(\.number) var number
}

/// A default that declares a dependency and reads it late.
enum LateKey: TestDependencyKey {
  static var testValue: LateClient { LateClient() }
}

/// A client of an app that reads a dependency late.
enum LiveLateKey: DependencyKey {
  static var liveValue: LateClient { LateClient() }
  static var testValue: LateClient { LateClient() }
}

/// A client with an identity, which reads a dependency when it is used.
final class KeepingClient: Sendable {
  /// The declaration that reads the number.
  private let client = LateClient()

  var number: Int { client.number }
}

/// A default that declares a dependency, in an object.
enum KeepingKey: DependencyKey {
  static var liveValue: KeepingClient { KeepingClient() }
  static var testValue: KeepingClient { KeepingClient() }
}

/// A client that has read a dependency when it was made.
final class EarlyClient: Sendable {
  /// The number at the time of creation.
  let number: Int

  init(number: Int) {
    self.number = number
  }
}

/// A default that reads a dependency while it is computed.
enum EarlyKey: TestDependencyKey {
  static var testValue: EarlyClient {
    @Dependency(\.number) var number
    return EarlyClient(number: number)
  }
}

/// A default that sets a dependency for itself while it is computed.
enum PrivateKey: TestDependencyKey {
  static var testValue: (early: EarlyClient, late: LateClient, tally: Tally, number: Int) {
    withDependencies {
      $0.number = 99
    } operation: {
      @Dependency(EarlyKey.self) var early
      return (early, LateClient(), Tally(), DependencyValues.current.number)
    }
  }
}

/// The top of a diamond: it needs two that need the same one.
enum TopKey: TestDependencyKey {
  static var testValue: [Tally] {
    @Dependency(LeftKey.self) var left
    @Dependency(RightKey.self) var right
    return [left, right]
  }
}

/// One side of a diamond.
enum LeftKey: TestDependencyKey {
  static var testValue: Tally { DependencyValues.current.tally }
}

/// The other side of a diamond.
enum RightKey: TestDependencyKey {
  static var testValue: Tally { DependencyValues.current.tally }
}

/// A default that starts a task which needs that very default.
enum TaskOwnerKey: TestDependencyKey {
  static var testValue: TaskOwner {
    TaskOwner(task: Task { DependencyValues.current.number })
  }
}

/// A value with a task that continues after it was made.
struct TaskOwner: Sendable {
  let task: Task<Int, Never>
}
