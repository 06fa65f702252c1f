import SampleFeatures
import StoreTesting
import Synchronization

/// An inbox whose states a test publishes to the followers of its client.
final class PublishedInbox: Sendable {
  private struct Released: Error {}

  private let latest: Mutex<Inbox.State>

  /// A follower waits here for the next state, so the test controls when it goes on.
  private let next = Gate<Void, Inbox.State, any Error>("next state of the inbox")

  init(_ state: Inbox.State = Inbox.State()) {
    latest = Mutex(state)
  }

  var client: InboxClient {
    InboxClient { receive in
      await receive(self.latest.withLock(\.self))
      while let state = try? await self.next() { await receive(state) }
    }
  }

  func publish(_ state: Inbox.State) async {
    latest.withLock { $0 = state }
    for follower in next.pending { await follower.succeed(with: state) }
  }

  /// Ends all following, as if the inbox were released.
  func finish() async {
    for follower in next.pending { await follower.fail(with: Released()) }
  }
}
