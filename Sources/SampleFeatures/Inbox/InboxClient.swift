public import StoreCore
public import StoreDependencies

/// A client that follows the states of the app's ``Inbox``.
///
/// View features can only read the inbox with it. They request changes with outputs, which are commands.
public struct InboxClient: Sendable {
  /// Calls `receive` with the current state and then with each new state, until the caller's task is cancelled.
  public var follow: @Sendable (_ receive: @escaping @Sendable (Inbox.State) async -> Void) async -> Void

  /// Creates a client from its endpoint.
  ///
  /// - Parameter follow: Calls its argument with the current state and then with each new state.
  public init(follow: @escaping @Sendable (_ receive: @escaping @Sendable (Inbox.State) async -> Void) async -> Void) {
    self.follow = follow
  }
}

extension InboxClient {
  /// The domain store.
  public typealias InboxStore = Store<Inbox.State, Inbox.Input, Inbox.Output>

  /// Returns a client that follows a store, and keeps the store alive.
  public static func following(_ store: InboxStore) -> InboxClient {
    InboxClient { receive in await follow(store, receive) }
  }

  /// Reads the store's stream on the main actor, to which the store belongs.
  @MainActor
  private static func follow(_ store: InboxStore, _ receive: @escaping @Sendable (Inbox.State) async -> Void) async {
    for await state in store.stateStream { await receive(state) }
  }
}

extension InboxClient: DependencyKey {
  /// Reports that the app did not set a client. See ``Mailbox``.
  public static let liveValue = InboxClient(follow: unimplemented("InboxClient.follow"))

  /// Fails a test that follows the inbox without an override.
  public static let testValue = liveValue
}

extension DependencyValues {
  /// The client that follows the app's inbox.
  public var inboxClient: InboxClient {
    get { self[InboxClient.self] }
    set { self[InboxClient.self] = newValue }
  }
}
