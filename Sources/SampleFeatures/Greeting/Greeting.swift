public import StoreCore
import StoreDependencies

/// A greeting with the name of the user and the number of unread mails: a view feature on two sources.
///
/// - The name comes from the user defaults at once, and then from the network, which may be slow or fail. A name from the
///   network is saved for the next time.
/// - The number follows the ``Inbox``, independently of the name.
/// - If the greeting appears again, it loads the name again, unless it is loading, and follows the inbox once.
public struct Greeting: Reducer, Sendable {
  /// The state of the greeting.
  public struct State: Hashable, Sendable {
    /// The name of the user; nil while there is none.
    public var name: String?

    /// The latest request for the name.
    public var request: Request

    /// The number of unread mails; nil before the inbox has told it.
    public var unread: Int?

    /// Creates a state; by default, that of a new greeting.
    public init(name: String? = nil, request: Request = .none, unread: Int? = nil) {
      self.name = name
      self.request = request
      self.unread = unread
    }

    /// The text to show, from what both sources have told.
    public var text: String {
      let greeting = name.map { "Hello, \($0)!" } ?? "Hello!"
      return switch unread {
      case nil: greeting
      case 0: "\(greeting) You have read all mails."
      case 1: "\(greeting) You have 1 unread mail."
      case let unread?: "\(greeting) You have \(unread) unread mails."
      }
    }
  }

  /// The status of a request for the name.
  public enum Request: Hashable, Sendable {
    /// No request was made, or the latest one succeeded.
    case none

    /// The name is loading.
    case running

    /// The request failed with this error. A saved name stays.
    case failed(UsernameError)
  }

  /// An event on the greeting.
  public enum Input: Hashable, Sendable {
    /// The greeting has appeared, possibly again.
    case appeared
  }

  /// A result of the greeting's effects.
  public enum Feedback: Hashable, Sendable {
    /// The user defaults have this name.
    case nameRead(String)

    /// The network has answered.
    case nameLoaded(Result<String, UsernameError>)

    /// The inbox has this many unread mails.
    case unreadChanged(Int)
  }

  /// The key of the saved name in the user defaults.
  public static let key = "greeting.name"

  private enum CancelID { case inbox }

  @Dependency(\.userDefaultsClient) private var userDefaults
  @Dependency(\.usernameClient) private var usernameClient
  @Dependency(\.inboxClient) private var inboxClient

  /// Creates the reducer.
  public init() {}

  /// Asks both sources when the greeting appears, and keeps what they tell.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.request != .running else { return followInbox }
      state.request = .running
      return .merge(followInbox, .concatenate(readName, loadName))

    case .feedback(.nameRead(let name)):
      state.name = name
      return .none

    case .feedback(.nameLoaded(.success(let name))):
      state.name = name
      state.request = .none
      return saveName(name)

    case .feedback(.nameLoaded(.failure(let error))):
      state.request = .failed(error)
      return .none

    case .feedback(.unreadChanged(let unread)):
      state.unread = unread
      return .none
    }
  }

  /// Follows the inbox, and replaces a running effect that does.
  private var followInbox: Effect<Feedback, Never> {
    .run("followInbox") { send in
      await inboxClient.follow { await send(.unreadChanged($0.unread)) }
    }
    .cancellable(id: CancelID.inbox, cancelInFlight: true)
  }

  /// Reads the saved name from the user defaults.
  private var readName: Effect<Feedback, Never> {
    .run("readName") { send in
      if let name = await userDefaults.text(Self.key) { await send(.nameRead(name)) }
    }
  }

  /// Loads the name from the network.
  private var loadName: Effect<Feedback, Never> {
    .run("loadName") { send in
      await send(.nameLoaded(Result { try await usernameClient.username() }))
    }
  }

  /// Saves a name in the user defaults.
  private func saveName(_ name: String) -> Effect<Feedback, Never> {
    .run("saveName", of: name) { _ in
      await userDefaults.setText(name, Self.key)
    }
  }
}
