import StoreCore
import StoreDependencies

/// A feature with all that a test asserts: state, feedback, outputs, effects with and without feedback, and time.
struct Lookup: Reducer {
  struct Row: Equatable, Sendable {
    var id: Int
    var title: String
  }

  enum Phase: Equatable, Sendable {
    case idle
    case loading(String, attempt: Int)
  }

  struct State: Equatable {
    var query = ""
    var isLoading = false
    var rows: [Row] = []
    var ticks = 0
    var phase = Phase.idle
  }

  enum Input: Sendable, Equatable { case search(String), retry, start, stop, log, load(String) }
  enum Feedback: Sendable, Equatable { case debounced, loaded([Row]), tick }
  enum Output: Sendable, Equatable { case found(Int), stopped }

  enum Work { case pause, timer }

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.search(let query)):
      state.query = query
      return .run("pause") { [clock] send in
        try await clock.sleep(for: .milliseconds(300))
        await send(.debounced)
      }
      .cancellable(id: Work.pause, cancelInFlight: true)
    case .input(.retry), .feedback(.debounced):
      state.isLoading = true
      return .run("search", of: state.query) { [query = state.query] send in
        await send(.loaded([Row(id: 1, title: query)]))
      }
    case .feedback(.loaded(let rows)):
      state.rows = rows
      state.isLoading = false
      return .output(.found(rows.count))
    case .input(.start):
      return .run("timer") { [clock] send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
      .cancellable(id: Work.timer)
    case .feedback(.tick):
      state.ticks += 1
      return .none
    case .input(.stop): return .merge(.cancel(id: Work.timer), .output(.stopped))
    case .input(.log): return .run("log") { _ in }
    case .input(.load(let query)):
      state.phase = .loading(query, attempt: 1)
      return .none
    }
  }
}
