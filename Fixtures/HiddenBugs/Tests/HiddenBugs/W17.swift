import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A packing station. A scanned parcel is weighed, gets a label, and the label is printed.
struct W17Packing: Reducer {
  struct State: Equatable {
    var parcel: String?
    var grams: Int?
    var label: String?
    var isPrinted = false
    var step: W17Step?
    var hasFailed = false

    /// What is to be done next for the parcel.
    var nextStep: W17Step? {
      guard parcel != nil else { return nil }
      if grams == nil { return .weigh }
      if label == nil { return .label }
      return isPrinted ? nil : .print
    }
  }

  enum Input: Equatable, Sendable {
    case scanned(String)
    case retryTapped
    case reprintTapped
    case weighAgainTapped
    case nextParcelTapped
    case cancelTapped
  }

  enum Feedback: Equatable, Sendable {
    case weighed(Int)
    case labelled(String)
    case printed
    case failed
  }

  private enum CancelID { case step }

  @Dependency(\.w17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.scanned(let parcel)):
      guard state.parcel == nil else { return .none }
      state.parcel = parcel
      return proceed(&state)

    case .input(.retryTapped):
      guard state.hasFailed, state.step == nil else { return .none }
      return proceed(&state)

    case .input(.reprintTapped):
      guard state.isPrinted, state.step == nil else { return .none }
      return begin(.print, in: &state)

    case .input(.weighAgainTapped):
      // Something was added to the parcel. It needs another label.
      guard state.isPrinted, state.step == nil else { return .none }
      state.grams = nil
      state.label = nil
      state.isPrinted = false
      return proceed(&state)

    case .input(.nextParcelTapped):
      guard state.isPrinted, state.step == nil else { return .none }
      state = State()
      return .none

    case .input(.cancelTapped):
      guard state.parcel != nil, !state.isPrinted else { return .none }
      state = State()
      return .cancel(id: CancelID.step)

    case .feedback(.weighed(let grams)):
      state.step = nil
      state.grams = grams
      return proceed(&state)

    case .feedback(.labelled(let label)):
      state.step = nil
      state.label = label
      return proceed(&state)

    case .feedback(.printed):
      state.step = nil
      state.isPrinted = true
      return .none

    case .feedback(.failed):
      state.step = nil
      state.hasFailed = true
      return .none
    }
  }

  private func proceed(_ state: inout State) -> Effect<Feedback, Never> {
    guard let step = state.nextStep else { return .none }
    return begin(step, in: &state)
  }

  private func begin(_ step: W17Step, in state: inout State) -> Effect<Feedback, Never> {
    guard let parcel = state.parcel else { return .none }
    let grams = state.grams ?? 0
    let label = state.label ?? ""
    state.step = step
    state.hasFailed = false
    return .run("step", of: step) { send in
      switch step {
      case .weigh: await send(.weighed(try await client.weigh()))
      case .label: await send(.labelled(try await client.label(parcel, grams)))
      case .print:
        try await client.print(label)
        await send(.printed)
      }
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.step, cancelInFlight: true)
  }
}

enum W17Step: Hashable, Sendable {
  case weigh
  case label
  case print
}

struct W17Client: TestDependencyKey, Sendable {
  var weigh: @Sendable () async throws -> Int
  var label: @Sendable (_ parcel: String, _ grams: Int) async throws -> String
  var print: @Sendable (_ label: String) async throws -> Void

  static let testValue = W17Client(
    weigh: unimplemented("W17Client.weigh"),
    label: unimplemented("W17Client.label"),
    print: unimplemented("W17Client.print")
  )
}

extension DependencyValues {
  var w17Client: W17Client {
    get { self[W17Client.self] }
    set { self[W17Client.self] = newValue }
  }
}

struct W17Offline: Error {}

struct W17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W17Packing.State) -> [W17Packing.Input] in
        guard state.parcel != nil else { return [.scanned("P-1"), .scanned("P-2")] }
        var inputs: [W17Packing.Input] = []
        if state.hasFailed { inputs.append(.retryTapped) }
        if !state.isPrinted { inputs.append(.cancelTapped) }
        if state.isPrinted, state.step == nil { inputs += [.reprintTapped, .weighAgainTapped, .nextParcelTapped] }
        return inputs
      }
    ) { () -> TestStore<W17Packing> in
      let store = TestStore(initialState: W17Packing.State()) { W17Packing() }
      store.gate("weigh", at: \.w17Client.weigh) { [.success(1200), .failure(W17Offline())] }
      store.gate("label", at: \.w17Client.label) { _ in [.success("Label"), .failure(W17Offline())] }
      store.gate("print", at: \.w17Client.print) { _ in [.success(()), .failure(W17Offline())] }
      return store
    }
  }
}
