import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct U10Mailer: Sendable {
  var deliver: @Sendable (_ text: String) async throws -> Void
}

enum U10MailerKey: TestDependencyKey {
  static let testValue = U10Mailer(deliver: unimplemented("U10Mailer.deliver"))
}

extension DependencyValues {
  var u10Mailer: U10Mailer {
    get { self[U10MailerKey.self] }
    set { self[U10MailerKey.self] = newValue }
  }
}

struct U10Offline: Error {}

/// The outbox of a messenger on a ship, where the user pauses the line while it is dear.
///
/// A message that could not be delivered is tried again after half a minute, or half a minute after its last correction.
/// While the line is paused, nothing is tried. A message that is on its way then stays on its way.
struct U10Outbox: Reducer {
  enum Line: Equatable { case open, paused }

  enum State: Equatable {
    case empty(Line)
    case sending(String, Line)
    case waiting(String, Line)
    case delivered(String, Line)
  }

  enum Input: Equatable {
    case sendTapped(String), corrected(String), sendNowTapped, discardTapped, pauseTapped, resumeTapped
  }

  enum Feedback: Equatable { case delivered, failed, pauseEnded }

  private enum CancelID { case delivery, wait }

  @Dependency(\.u10Mailer) private var mailer
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.sendTapped(let text)), .empty(.open)), (.input(.sendTapped(let text)), .delivered(_, .open)):
      state = .sending(text, .open)
      return deliver(text)

    case (.input(.sendTapped(let text)), .empty(.paused)), (.input(.sendTapped(let text)), .delivered(_, .paused)):
      state = .waiting(text, .paused)
      return .none

    case (.feedback(.delivered), .sending(let text, let line)):
      state = .delivered(text, line)
      return .none

    case (.feedback(.failed), .sending(let text, .open)):
      state = .waiting(text, .open)
      return wait()

    case (.feedback(.failed), .sending(let text, .paused)):
      state = .waiting(text, .paused)
      return .none

    case (.input(.corrected(let text)), .waiting(_, let line)):
      state = .waiting(text, line)
      return wait()

    case (.input(.sendNowTapped), .waiting(let text, .open)):
      state = .sending(text, .open)
      return .merge(.cancel(id: CancelID.wait), deliver(text))

    case (.feedback(.pauseEnded), .waiting(let text, let line)):
      state = .sending(text, line)
      return deliver(text)

    case (.input(.discardTapped), .waiting(_, let line)):
      state = .empty(line)
      return .cancel(id: CancelID.wait)

    case (.input(.pauseTapped), .waiting(let text, .open)):
      state = .waiting(text, .paused)
      return .cancel(id: CancelID.wait)

    case (.input(.resumeTapped), .waiting(let text, .paused)):
      state = .sending(text, .open)
      return .merge(.cancel(id: CancelID.wait), deliver(text))

    case (.input(.pauseTapped), _):
      state = moved(state, to: .paused)
      return .none

    case (.input(.resumeTapped), _):
      state = moved(state, to: .open)
      return .none

    default:
      return .none
    }
  }

  private func moved(_ state: State, to line: Line) -> State {
    switch state {
    case .empty: .empty(line)
    case .sending(let text, _): .sending(text, line)
    case .waiting(let text, _): .waiting(text, line)
    case .delivered(let text, _): .delivered(text, line)
    }
  }

  private func deliver(_ text: String) -> Effect<Feedback, Never> {
    .run("delivery", of: text) { send in
      try await mailer.deliver(text)
      await send(.delivered)
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.delivery)
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.pauseEnded)
    }
    .cancellable(id: CancelID.wait, cancelInFlight: true)
  }
}

struct U10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .sendTapped("Hi"), .corrected("Hello"), .sendNowTapped, .discardTapped, .pauseTapped, .resumeTapped,
      ]
    ) { () -> TestStore<U10Outbox> in
      let store = TestStore(initialState: U10Outbox.State.empty(.open)) { U10Outbox() }
      store.gate("delivery", at: \.u10Mailer.deliver) { _ in [.success(()), .failure(U10Offline())] }
      return store
    }
  }
}
