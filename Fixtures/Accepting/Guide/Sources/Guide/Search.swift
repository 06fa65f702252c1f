import StoreCore
import StoreDependencies

struct Search: Reducer {
  struct State: Equatable {
    var query = ""
    var isLoading = false
    var titles: [String] = []
  }

  enum Input: Equatable { case queryChanged(String), cleared }
  enum Feedback: Equatable { case debounced, loaded([String]) }
  enum Output: Equatable { case searched(String) }

  enum Work { case search }

  @Dependency(\.continuousClock) private var clock

  let load: @Sendable (String) async -> [String]

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.queryChanged(let query)):
      state.query = query
      return .run("debounce") { send in
        try await clock.sleep(for: .milliseconds(300))
        await send(.debounced)
      }
      .cancellable(id: Work.search, cancelInFlight: true)
    case .input(.cleared):
      state = State()
      return .cancel(id: Work.search)
    case .feedback(.debounced):
      state.isLoading = true
      return .run("load", of: state.query) { [query = state.query] send in await send(.loaded(load(query))) }
        .cancellable(id: Work.search)
    case .feedback(.loaded(let titles)):
      state.isLoading = false
      state.titles = titles
      return .output(.searched(state.query))
    }
  }
}
