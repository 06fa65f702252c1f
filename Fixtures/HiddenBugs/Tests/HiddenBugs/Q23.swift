import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The setpoint of a boiler on a shared panel, which locks itself when nobody touches it.
struct Q23Panel: Reducer {
  struct State: Equatable {
    var operatorName: String?
    var isUnlocking = false
    var isPinWrong = false

    var setpoint = 60
    var draft: Int?
    var saving: Int?
    var hasFailed = false

    var isAskingToDiscard = false
    var locksAfterSave = false

    /// The number on the panel.
    var shown: Int { draft ?? saving ?? setpoint }
  }

  enum Input: Equatable, Sendable {
    case pinEntered(String)
    case raiseTapped
    case lowerTapped
    case saveTapped
    case resetTapped
    case lockTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case unlocked(String)
    case unlockFailed
    case saved(Int)
    case saveFailed
    case idleElapsed
  }

  private enum CancelID { case idle, save }

  @Dependency(\.q23Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.pinEntered(let pin)):
      guard state.operatorName == nil, !state.isUnlocking else { return .none }
      state.isUnlocking = true
      state.isPinWrong = false
      return .run("unlock") { send in
        await send(.unlocked(try await client.unlock(pin)))
      } catch: { _, send in
        await send(.unlockFailed)
      }

    case .input(.raiseTapped):
      return edit(min(state.shown + 1, 61), &state)

    case .input(.lowerTapped):
      return edit(max(state.shown - 1, 59), &state)

    case .input(.resetTapped):
      return edit(state.setpoint, &state)

    case .input(.saveTapped):
      guard let value = state.draft, state.saving == nil, !state.isAskingToDiscard else { return .none }
      state.draft = nil
      state.saving = value
      state.hasFailed = false
      return .merge(waitForTouch(), save(value))

    case .input(.lockTapped):
      guard state.operatorName != nil else { return .none }
      if state.saving != nil {
        state.locksAfterSave = true
        return waitForTouch()
      }
      if state.draft != nil {
        state.isAskingToDiscard = true
        return waitForTouch()
      }
      return lock(&state)

    case .input(.discardTapped):
      guard state.isAskingToDiscard else { return .none }
      return lock(&state)

    case .input(.keepTapped):
      guard state.isAskingToDiscard else { return .none }
      state.isAskingToDiscard = false
      return waitForTouch()

    case .feedback(.unlocked(let name)):
      state.isUnlocking = false
      state.operatorName = name
      return waitForTouch()

    case .feedback(.unlockFailed):
      state.isUnlocking = false
      state.isPinWrong = true
      return .none

    case .feedback(.saved(let value)):
      state.setpoint = value
      state.saving = nil
      return state.locksAfterSave ? lock(&state) : .none

    case .feedback(.saveFailed):
      state.draft = state.saving
      state.saving = nil
      state.hasFailed = true
      state.locksAfterSave = false
      return .none

    case .feedback(.idleElapsed):
      // What was entered waits for its operator.
      guard state.draft == nil else { return waitForTouch() }
      return lock(&state)
    }
  }

  private func edit(_ value: Int, _ state: inout State) -> Effect<Feedback, Never> {
    guard state.operatorName != nil, state.saving == nil, !state.isAskingToDiscard else { return .none }
    state.draft = value == state.setpoint ? nil : value
    state.hasFailed = false
    return waitForTouch()
  }

  private func save(_ value: Int) -> Effect<Feedback, Never> {
    .run("save", of: value) { send in
      try await client.save(value)
      await send(.saved(value))
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: CancelID.save, cancelInFlight: true)
  }

  private func waitForTouch() -> Effect<Feedback, Never> {
    .run("idle") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.idleElapsed)
    }
    .cancellable(id: CancelID.idle, cancelInFlight: true)
  }

  private func lock(_ state: inout State) -> Effect<Feedback, Never> {
    state = State(setpoint: state.setpoint)
    return .merge(.cancel(id: CancelID.idle), .cancel(id: CancelID.save))
  }
}

struct Q23Client: TestDependencyKey, Sendable {
  var unlock: @Sendable (_ pin: String) async throws -> String
  var save: @Sendable (_ setpoint: Int) async throws -> Void

  static let testValue = Q23Client(unlock: unimplemented("Q23Client.unlock"), save: unimplemented("Q23Client.save"))
}

extension DependencyValues {
  var q23Client: Q23Client {
    get { self[Q23Client.self] }
    set { self[Q23Client.self] = newValue }
  }
}

struct Q23Refused: Error {}

struct Q23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q23Panel.State) -> [Q23Panel.Input] in
        guard state.operatorName != nil else { return state.isUnlocking ? [] : [.pinEntered("1234")] }
        if state.isAskingToDiscard { return [.discardTapped, .keepTapped] }
        if state.saving != nil { return [.lockTapped] }
        var inputs: [Q23Panel.Input] = [.lockTapped]
        if state.shown < 61 { inputs.append(.raiseTapped) }
        if state.shown > 59 { inputs.append(.lowerTapped) }
        if state.draft != nil { inputs += [.saveTapped, .resetTapped] }
        return inputs
      }
    ) { () -> TestStore<Q23Panel> in
      let store = TestStore(initialState: Q23Panel.State()) { Q23Panel() }
      store.gate("unlock", at: \.q23Client.unlock) { _ in [.success("Mia"), .failure(Q23Refused())] }
      store.gate("save", at: \.q23Client.save) { _ in [.success(()), .failure(Q23Refused())] }
      return store
    }
  }
}
