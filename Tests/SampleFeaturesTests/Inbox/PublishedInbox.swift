import SampleFeatures
import Synchronization

/// An inbox whose states a test publishes to the followers of its client.
final class PublishedInbox: Sendable {
  private struct Contents {
    var state: Inbox.State
    var followers: [AsyncStream<Inbox.State>.Continuation] = []
  }

  private let contents: Mutex<Contents>

  init(_ state: Inbox.State = Inbox.State()) {
    contents = Mutex(Contents(state: state))
  }

  var client: InboxClient {
    InboxClient { receive in
      for await state in self.states { await receive(state) }
    }
  }

  /// A stream of the latest state and every later one.
  private var states: AsyncStream<Inbox.State> {
    let (stream, continuation) = AsyncStream<Inbox.State>.makeStream()
    contents.withLock {
      continuation.yield($0.state)
      $0.followers.append(continuation)
    }
    return stream
  }

  func publish(_ state: Inbox.State) {
    let followers = contents.withLock {
      $0.state = state
      return $0.followers
    }
    for follower in followers { follower.yield(state) }
  }

  /// Ends the streams, as if the inbox were released.
  func finish() {
    for follower in contents.withLock({ $0.followers }) { follower.finish() }
  }
}
