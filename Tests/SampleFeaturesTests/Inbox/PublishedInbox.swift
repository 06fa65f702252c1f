import SampleFeatures
import Synchronization

/// The states of an inbox that a test publishes, and the client that follows them.
final class PublishedInbox: Sendable {
  /// The latest state, and the followers.
  private struct Contents {
    var state: Inbox.State
    var followers: [AsyncStream<Inbox.State>.Continuation] = []
  }

  private let contents: Mutex<Contents>

  /// Publishes a first state.
  init(_ state: Inbox.State = Inbox.State()) {
    contents = Mutex(Contents(state: state))
  }

  /// A client of the states.
  var client: InboxClient {
    InboxClient { receive in
      for await state in self.states { await receive(state) }
    }
  }

  /// The latest state, and every later one.
  private var states: AsyncStream<Inbox.State> {
    let (stream, continuation) = AsyncStream<Inbox.State>.makeStream()
    contents.withLock {
      continuation.yield($0.state)
      $0.followers.append(continuation)
    }
    return stream
  }

  /// Publishes a state to all followers.
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
