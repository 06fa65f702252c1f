public import StoreCore
import StoreDependencies

/// The part of an app that owns an ``Inbox`` and the two view stores that follow it.
///
/// Commands flow to the inbox, and states flow from it. The view stores don't know each other.
@MainActor
public final class Mailbox {
  /// The domain store.
  public let inbox: Store<Inbox.State, Inbox.Input, Inbox.Output>

  /// The store of the list.
  public let list: Store<MailList.State, MailList.Input, Inbox.Input>

  /// The store of the badge.
  public let badge: Store<MailBadge.State, MailBadge.Input, Inbox.Input>

  /// Creates the stores, and connects them.
  public init() {
    let inbox = Store(initialState: Inbox.State()) { Inbox() }
    let client = InboxClient.following(inbox)
    list = Store(initialState: MailList.State()) {
      MailList()
    } withDependencies: {
      $0.inboxClient = client
    }
    badge = Store(initialState: MailBadge.State()) {
      MailBadge()
    } withDependencies: {
      $0.inboxClient = client
    }
    self.inbox = inbox
    connect(list.outputStream)
    connect(badge.outputStream)
  }

  /// Sends each command to the inbox, until the owner releases the store that emits the commands.
  private func connect(_ commands: some AsyncSequence<Inbox.Input, Never> & Sendable) {
    Task { [weak inbox] in
      for await command in commands { inbox?.send(command) }
    }
  }
}
