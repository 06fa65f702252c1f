import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A tank with two tabs. What is loaded for the second goes on on the first, on which a temperature comes. It is right.
struct TankTabs: Reducer {
  struct State: Equatable {
    var showsHistory = false
    var temperature: Int?
    var isLoading = false
    var history: [Int] = []
  }

  enum Input { case appeared, liveChosen, historyChosen }
  enum Feedback { case measured(Int), loaded([Int]), failed }

  private enum CancelID { case watch }

  @Dependency(\.suspectEvents) private var events
  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared): return state.showsHistory ? .none : watch()
    case .input(.liveChosen):
      guard state.showsHistory else { return .none }
      state.showsHistory = false
      return watch()
    case .input(.historyChosen):
      guard !state.showsHistory else { return .none }
      state.showsHistory = true
      state.temperature = nil
      guard !state.isLoading else { return .cancel(id: CancelID.watch) }
      state.isLoading = true
      return .merge(
        .cancel(id: CancelID.watch),
        .run("history") { send in
          await send(.loaded(try await load(1)))
        } catch: { _, send in
          await send(.failed)
        }
      )
    case .feedback(.measured(let temperature)): state.temperature = temperature
    case .feedback(.loaded(let history)):
      state.isLoading = false
      state.history = history
    case .feedback(.failed): state.isLoading = false
    }
    return .none
  }

  private func watch() -> Effect<Feedback, Never> {
    .run("watch") { send in
      for await temperature in events() { await send(.measured(temperature)) }
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.appeared, .liveChosen, .historyChosen],
      gates: [.events(4), .load([4])]
    )
  }
}
