public import StoreCore
import StoreDependencies

/// The screen that lists the mails: a view feature that follows the ``Inbox``.
///
/// It never changes a mail. A tap is a command to the inbox, and the effect delivers the inbox's next state.
public struct MailList: Reducer, Sendable {
  /// The state of the screen.
  public struct State: Hashable, Sendable {
    /// The last state of the inbox.
    public var inbox: Inbox.State

    /// Whether the screen hides read mails.
    public var hidesRead: Bool

    /// Creates a state; by default, that of a new screen.
    public init(inbox: Inbox.State = Inbox.State(), hidesRead: Bool = false) {
      self.inbox = inbox
      self.hidesRead = hidesRead
    }

    /// The mails on the screen.
    public var mails: [Mail] { hidesRead ? inbox.mails.filter { !$0.isRead } : inbox.mails }
  }

  /// An event on the screen.
  public enum Input: Hashable, Sendable {
    /// The screen has appeared, possibly again.
    case appeared

    /// The user has pulled the list down.
    case pulled

    /// The user has tapped a mail.
    case mailTapped(Mail.ID)

    /// The user has switched the filter.
    case filterTapped
  }

  /// A result of the screen's effect.
  public enum Feedback: Hashable, Sendable {
    /// The inbox has this state.
    case inboxChanged(Inbox.State)
  }

  private enum CancelID { case inbox }

  @Dependency(\.inboxClient) private var inboxClient

  /// Creates the reducer.
  public init() {}

  /// Follows the inbox, and sends it commands as outputs.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Inbox.Input> {
    switch message {
    case .input(.appeared):
      return .run("followInbox") { send in
        await inboxClient.follow { await send(.inboxChanged($0)) }
      }
      .cancellable(id: CancelID.inbox, cancelInFlight: true)

    case .input(.pulled):
      return .output(.download)

    case .input(.mailTapped(let id)):
      return .output(.markRead(id))

    case .input(.filterTapped):
      state.hidesRead.toggle()
      return .none

    case .feedback(.inboxChanged(let inbox)):
      state.inbox = inbox
      return .none
    }
  }
}
