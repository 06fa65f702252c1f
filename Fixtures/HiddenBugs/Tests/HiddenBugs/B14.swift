import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Checks who opens an account: the phone reads the chip of the identity card, and the office confirms it.
struct B14Identity: Reducer {
  enum Hint: Equatable, Sendable { case placeCard, holdStill }

  enum Problem: Equatable, Sendable {
    case unreadable
    case declined
    case offline(B14Chip)
  }

  enum State: Equatable {
    case introduction(isHelpShown: Bool)
    case scanning(Hint)
    case confirming(B14Chip)
    case confirmed(B14Chip)
    case failed(Problem)
  }

  enum Input: Equatable, Sendable {
    case helpTapped
    case helpClosed
    case startTapped
    case cancelTapped
    case retryTapped
    case backTapped
    case nextPersonTapped
  }

  enum Feedback: Equatable, Sendable {
    case signal(B14Signal)
    case scanFailed
    case answered(B14Chip, B14Verdict)
    case confirmationFailed(B14Chip)
    case confirmationDue(B14Chip)
  }

  private enum CancelID { case check }

  @Dependency(\.b14Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.helpTapped):
      guard case .introduction = state else { return .none }
      state = .introduction(isHelpShown: true)
      return .none

    case .input(.helpClosed):
      guard case .introduction = state else { return .none }
      state = .introduction(isHelpShown: false)
      return .none

    case .input(.startTapped):
      guard case .introduction = state else { return .none }
      return scan(&state)

    case .input(.cancelTapped):
      switch state {
      case .scanning, .confirming:
        state = .introduction(isHelpShown: false)
        return .cancel(id: CancelID.check)
      case .introduction, .confirmed, .failed:
        return .none
      }

    case .input(.retryTapped):
      guard case .failed(let problem) = state else { return .none }
      switch problem {
      case .unreadable, .declined: return scan(&state)
      case .offline(let chip): return confirm(chip, &state)
      }

    case .input(.backTapped):
      guard case .failed = state else { return .none }
      state = .introduction(isHelpShown: false)
      return .none

    case .input(.nextPersonTapped):
      guard case .confirmed = state else { return .none }
      state = .introduction(isHelpShown: false)
      return .none

    case .feedback(.signal(.moved)):
      state = .scanning(.holdStill)
      return .none

    case .feedback(.signal(.read(let chip))):
      return confirm(chip, &state)

    case .feedback(.scanFailed):
      state = .failed(.unreadable)
      return .none

    case .feedback(.answered(let chip, let verdict)):
      switch verdict {
      case .confirmed:
        state = .confirmed(chip)
        return .none
      case .declined:
        state = .failed(.declined)
        return .none
      case .pending:
        return .run("pause", of: chip.number) { send in
          try await clock.sleep(for: .seconds(3))
          await send(.confirmationDue(chip))
        }
        .cancellable(id: CancelID.check, cancelInFlight: true)
      }

    case .feedback(.confirmationDue(let chip)):
      return confirm(chip, &state)

    case .feedback(.confirmationFailed(let chip)):
      state = .failed(.offline(chip))
      return .none
    }
  }

  private func scan(_ state: inout State) -> Effect<Feedback, Never> {
    state = .scanning(.placeCard)
    return .run("scan") { send in
      for try await signal in client.scan() { await send(.signal(signal)) }
    } catch: { _, send in
      await send(.scanFailed)
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }

  /// Asks the office. The reader has done its work then, and is turned off.
  private func confirm(_ chip: B14Chip, _ state: inout State) -> Effect<Feedback, Never> {
    state = .confirming(chip)
    return .run("confirm", of: chip.number) { send in
      await send(.answered(chip, try await client.confirm(chip.number)))
    } catch: { _, send in
      await send(.confirmationFailed(chip))
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }
}

struct B14Chip: Equatable, Sendable {
  var number: String
}

enum B14Signal: Equatable, Sendable {
  case moved
  case read(B14Chip)
}

enum B14Verdict: Equatable, Sendable { case confirmed, declined, pending }

struct B14Client: TestDependencyKey, Sendable {
  /// Turns the reader on, and tells what it sees until it is turned off.
  var scan: @Sendable () -> AsyncThrowingStream<B14Signal, any Error>
  var confirm: @Sendable (_ number: String) async throws -> B14Verdict

  static let testValue = B14Client(
    scan: unimplemented("B14Client.scan", placeholder: AsyncThrowingStream { $0.finish() }),
    confirm: unimplemented("B14Client.confirm")
  )
}

extension DependencyValues {
  var b14Client: B14Client {
    get { self[B14Client.self] }
    set { self[B14Client.self] = newValue }
  }
}

struct B14Error: Error {}

struct B14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B14Identity.State) -> [B14Identity.Input] in
        switch state {
        case .introduction(let isHelpShown): return isHelpShown ? [.helpClosed] : [.helpTapped, .startTapped]
        case .scanning, .confirming: return [.cancelTapped]
        case .confirmed: return [.nextPersonTapped]
        case .failed: return [.retryTapped, .backTapped]
        }
      }
    ) { () -> TestStore<B14Identity> in
      let store = TestStore(initialState: B14Identity.State.introduction(isHelpShown: false)) { B14Identity() }
      store.gate("scan", at: \.b14Client.scan) {
        [.element(.moved), .element(.read(B14Chip(number: "L01X"))), .finish, .failure(B14Error())]
      }
      store.gate("confirm", at: \.b14Client.confirm) { _ in
        [.success(.confirmed), .success(.declined), .success(.pending), .failure(B14Error())]
      }
      return store
    }
  }
}
