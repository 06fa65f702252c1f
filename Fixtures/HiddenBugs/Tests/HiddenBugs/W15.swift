import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The remarks of a shift on the machines of a hall. A scan of a machine's code opens its remark.
struct W15Remarks: Reducer {
  struct State: Equatable {
    var machine: String?
    var text = ""
    var savedText = ""
    var isLoading = false
    var hasLoadFailed = false
    var saving: String?
    var hasSaveFailed = false
    var nextMachine: String?
    var leave: W15Leave?

    var isDirty: Bool { text != savedText }
  }

  enum Input: Equatable, Sendable {
    case scanned(String)
    case reloadTapped
    case textChanged(String)
    case saveTapped
    case closeTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saved(String)
    case saveFailed
  }

  private enum CancelID { case load }

  @Dependency(\.w15Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.scanned(let machine)):
      state.leave = nil
      guard machine != state.machine else {
        state.nextMachine = nil
        return .none
      }
      if state.saving != nil {
        state.nextMachine = machine
        return .none
      }
      if state.isDirty {
        state.leave = .toMachine(machine)
        return .none
      }
      return open(machine, into: &state)

    case .input(.reloadTapped):
      guard let machine = state.machine, state.hasLoadFailed else { return .none }
      return open(machine, into: &state)

    case .input(.textChanged(let text)):
      guard state.machine != nil, !state.isLoading, !state.hasLoadFailed else { return .none }
      state.text = text
      state.hasSaveFailed = false
      return .none

    case .input(.saveTapped):
      guard let machine = state.machine, state.isDirty, state.saving == nil else { return .none }
      let text = state.text
      state.saving = text
      state.hasSaveFailed = false
      return .run("save", of: text) { send in
        try await client.save(machine, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.closeTapped):
      guard state.machine != nil, state.saving == nil else { return .none }
      if state.isDirty {
        state.leave = .toList
        return .none
      }
      state = State()
      return .cancel(id: CancelID.load)

    case .input(.discardTapped):
      guard let leave = state.leave, state.saving == nil else { return .none }
      switch leave {
      case .toList:
        state = State()
        return .none
      case .toMachine(let machine):
        return open(machine, into: &state)
      }

    case .input(.keepTapped):
      state.leave = nil
      return .none

    case .feedback(.loaded(let text)):
      state.isLoading = false
      state.text = text
      state.savedText = text
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.saved(let text)):
      state.saving = nil
      state.savedText = text
      guard let machine = state.nextMachine else { return .none }
      return open(machine, into: &state)

    case .feedback(.saveFailed):
      state.saving = nil
      state.hasSaveFailed = true
      if let machine = state.nextMachine {
        state.nextMachine = nil
        state.leave = .toMachine(machine)
      }
      return .none
    }
  }

  private func open(_ machine: String, into state: inout State) -> Effect<Feedback, Never> {
    state = State(machine: machine, isLoading: true)
    return .run("remark", of: machine) { send in
      await send(.loaded(try await client.remark(machine)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

enum W15Leave: Equatable, Sendable {
  case toList
  case toMachine(String)
}

struct W15Client: TestDependencyKey, Sendable {
  var remark: @Sendable (_ machine: String) async throws -> String
  var save: @Sendable (_ machine: String, _ text: String) async throws -> Void

  static let testValue = W15Client(
    remark: unimplemented("W15Client.remark"),
    save: unimplemented("W15Client.save")
  )
}

extension DependencyValues {
  var w15Client: W15Client {
    get { self[W15Client.self] }
    set { self[W15Client.self] = newValue }
  }
}

struct W15Offline: Error {}

struct W15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W15Remarks.State) -> [W15Remarks.Input] in
        if state.leave != nil { return [.discardTapped, .keepTapped, .scanned("Press"), .scanned("Lathe")] }
        guard state.machine != nil else { return [.scanned("Press"), .scanned("Lathe")] }
        var inputs: [W15Remarks.Input] = [.scanned("Press"), .scanned("Lathe")]
        if state.hasLoadFailed { inputs.append(.reloadTapped) }
        if !state.isLoading, !state.hasLoadFailed {
          for text in ["Leaks", "Leaks oil"] where text != state.text { inputs.append(.textChanged(text)) }
        }
        if state.isDirty, state.saving == nil { inputs.append(.saveTapped) }
        if state.saving == nil { inputs.append(.closeTapped) }
        return inputs
      }
    ) { () -> TestStore<W15Remarks> in
      let store = TestStore(initialState: W15Remarks.State()) { W15Remarks() }
      store.gate("remark", at: \.w15Client.remark) { _ in [.success(""), .failure(W15Offline())] }
      store.gate("save", at: \.w15Client.save) { _ in [.success(()), .failure(W15Offline())] }
      return store
    }
  }
}
