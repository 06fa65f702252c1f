public import StoreCore
import StoreDependencies

/// The number of unread mails, on a button that marks them all as read: a view feature that follows the ``Inbox``.
///
/// It keeps only the number, so other changes of the inbox don't update its view.
public struct MailBadge: Reducer, Sendable {
  /// The state of the badge.
  public struct State: Hashable, Sendable {
    /// The number of unread mails.
    public var unread: Int

    /// Creates a state; by default, that of a new badge.
    public init(unread: Int = 0) {
      self.unread = unread
    }
  }

  /// An event on the badge.
  public enum Input: Hashable, Sendable {
    /// The badge has appeared, possibly again.
    case appeared

    /// The user has tapped the badge.
    case tapped
  }

  /// A result of the badge's effect.
  public enum Feedback: Hashable, Sendable {
    /// The inbox has this many unread mails.
    case unreadChanged(Int)
  }

  private enum CancelID { case inbox }

  @Dependency(\.inboxClient) private var inboxClient

  /// Creates the reducer.
  public init() {}

  /// Follows the inbox, and sends it commands.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Inbox.Input> {
    switch message {
    case .input(.appeared):
      return .run("followInbox") { send in
        await inboxClient.follow { await send(.unreadChanged($0.unread)) }
      }
      .cancellable(id: CancelID.inbox, cancelInFlight: true)

    case .input(.tapped):
      return .output(.markAllRead)

    case .feedback(.unreadChanged(let unread)):
      state.unread = unread
      return .none
    }
  }
}
