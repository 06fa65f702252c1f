import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Sensors by their addresses. One that is being read comes after another one is removed.
struct Sensors: Reducer {
  struct State: Hashable {
    var names: [Int: String] = [3: "Hall"]
    var isReading = false
  }

  enum Input: CaseIterable { case readTapped, removed }
  enum Feedback { case read(Int), failed }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.readTapped):
      guard !state.isReading else { return .none }
      state.isReading = true
      return .run("read") { send in
        for address in try await load(0) { await send(.read(address)) }
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.removed): state.names[3] = nil
    case .feedback(.read(let address)):
      state.isReading = false
      state.names[address] = "New"
    case .feedback(.failed): state.isReading = false
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.load([9])])
  }
}
