import StoreCore
import StoreDependencies

/// The endpoints of the features with planted bugs.
enum SuspectClient {
  struct Offline: Error, Equatable {}

  enum Load: TestDependencyKey {
    static let testValue: @Sendable (Int) async throws -> [Int] = unimplemented("load", placeholder: [])
  }

  enum Post: TestDependencyKey {
    static let testValue: @Sendable (String) async throws -> Void = unimplemented("post", placeholder: ())
  }

  enum Translation: TestDependencyKey {
    static let testValue: @Sendable (_ document: String, _ line: Int) async throws -> String = unimplemented(
      "translation",
      placeholder: ""
    )
  }

  enum Feed: TestDependencyKey {
    static let testValue: @Sendable () -> AsyncThrowingStream<Int, any Error> = unimplemented(
      "feed",
      placeholder: AsyncThrowingStream { $0.finish() }
    )
  }

  enum Events: TestDependencyKey {
    static let testValue: @Sendable () -> AsyncStream<Int> = unimplemented(
      "events",
      placeholder: AsyncStream { $0.finish() }
    )
  }
}

extension DependencyValues {
  var suspectLoad: @Sendable (Int) async throws -> [Int] {
    get { self[SuspectClient.Load.self] }
    set { self[SuspectClient.Load.self] = newValue }
  }

  var suspectPost: @Sendable (String) async throws -> Void {
    get { self[SuspectClient.Post.self] }
    set { self[SuspectClient.Post.self] = newValue }
  }

  var suspectTranslation: @Sendable (_ document: String, _ line: Int) async throws -> String {
    get { self[SuspectClient.Translation.self] }
    set { self[SuspectClient.Translation.self] = newValue }
  }

  /// Events that may break off.
  var suspectFeed: @Sendable () -> AsyncThrowingStream<Int, any Error> {
    get { self[SuspectClient.Feed.self] }
    set { self[SuspectClient.Feed.self] = newValue }
  }

  var suspectEvents: @Sendable () -> AsyncStream<Int> {
    get { self[SuspectClient.Events.self] }
    set { self[SuspectClient.Events.self] = newValue }
  }
}
