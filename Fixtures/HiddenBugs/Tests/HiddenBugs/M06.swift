import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct M06Draft: Hashable, Sendable {
  var recipient: String
  var text = ""
}

struct M06Offline: Error {}

struct M06Mail: DependencyKey, Sendable {
  var send: @Sendable (_ draft: M06Draft) async throws -> Void
  var store: @Sendable (_ draft: M06Draft) async throws -> Void

  static let liveValue = M06Mail(send: { _ in }, store: { _ in })
  static let testValue = M06Mail(
    send: unimplemented("M06Mail.send"),
    store: unimplemented("M06Mail.store")
  )
}

extension DependencyValues {
  var m06Mail: M06Mail {
    get { self[M06Mail.self] }
    set { self[M06Mail.self] = newValue }
  }
}

/// The composer of an e-mail client. A mail can be taken back for five seconds.
struct M06Composer: Reducer {
  struct State: Equatable, Sendable {
    var mode = Mode.closed(nil)
    /// The recipient of a link that is opened when the present mail is done.
    var queuedLink: String?
  }

  enum Mode: Equatable, Sendable {
    case closed(Banner?)
    case editing(M06Draft, Banner?)
    case storing(M06Draft)
    case countdown(M06Draft)
    case sending(M06Draft)
  }

  enum Banner: Equatable, Sendable { case sent, stored, notSent, notStored }

  enum Input: Equatable, Sendable {
    case replyTapped(String)
    case linkOpened(String)
    case textChanged(String)
    case sendTapped
    case undoTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case countdownEnded
    case sent
    case sendFailed
    case stored
    case storeFailed
  }

  private enum CancelID { case countdown, request }

  @Dependency(\.m06Mail) private var mail
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.mode) {
    case (.input(.replyTapped(let recipient)), .closed):
      state.mode = .editing(M06Draft(recipient: recipient), nil)
      return .none

    case (.input(.linkOpened(let recipient)), .closed):
      state.mode = .editing(M06Draft(recipient: recipient), nil)
      return .none

    case (.input(.linkOpened(let recipient)), .editing(let draft, _)) where draft.text.isEmpty:
      state.mode = .editing(M06Draft(recipient: recipient), nil)
      state.queuedLink = nil
      return .none

    case (.input(.linkOpened(let recipient)), _):
      state.queuedLink = recipient
      return .none

    case (.input(.textChanged(let text)), .editing(var draft, _)):
      draft.text = text
      state.mode = .editing(draft, nil)
      return .none

    case (.input(.sendTapped), .editing(let draft, _)):
      guard !draft.text.isEmpty else { return .none }
      state.mode = .countdown(draft)
      return .run("countdown") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.countdownEnded)
      }
      .cancellable(id: CancelID.countdown, cancelInFlight: true)

    case (.input(.undoTapped), .countdown(let draft)):
      state.mode = .editing(draft, nil)
      return .cancel(id: CancelID.countdown)

    case (.feedback(.countdownEnded), .countdown(let draft)):
      state.mode = .sending(draft)
      return .run("send", of: draft) { send in
        try await mail.send(draft)
        await send(.sent)
      } catch: { _, send in
        await send(.sendFailed)
      }
      .cancellable(id: CancelID.request, cancelInFlight: true)

    case (.feedback(.sent), .sending):
      close(&state, .sent)
      return .none

    case (.feedback(.sendFailed), .sending(let draft)):
      state.mode = .editing(draft, .notSent)
      return .none

    case (.input(.closeTapped), .editing(let draft, _)):
      guard !draft.text.isEmpty else {
        close(&state, nil)
        return .none
      }
      state.mode = .storing(draft)
      return .run("store", of: draft) { send in
        try await mail.store(draft)
        await send(.stored)
      } catch: { _, send in
        await send(.storeFailed)
      }
      .cancellable(id: CancelID.request, cancelInFlight: true)

    case (.feedback(.stored), .storing):
      close(&state, .stored)
      return .none

    case (.feedback(.storeFailed), .storing(let draft)):
      state.mode = .editing(draft, .notStored)
      return .none

    default:
      return .none
    }
  }

  /// Closes the present mail, or goes on with the one that a link has asked for.
  private func close(_ state: inout State, _ banner: Banner?) {
    if let recipient = state.queuedLink {
      state.queuedLink = nil
      state.mode = .editing(M06Draft(recipient: recipient), banner)
    } else {
      state.mode = .closed(banner)
    }
  }
}

struct M06Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [
      .replyTapped("bob"), .linkOpened("ada"), .textChanged("Hi"), .textChanged(""), .sendTapped, .undoTapped,
      .closeTapped,
    ]) { () -> TestStore<M06Composer> in
      let store = TestStore(initialState: M06Composer.State()) { M06Composer() }
      store.gate("send", at: \.m06Mail.send) { _ in [.success(()), .failure(M06Offline())] }
      store.gate("store", at: \.m06Mail.store) { _ in [.success(()), .failure(M06Offline())] }
      return store
    }
  }
}
