import StoreCore
import StoreDependencies
import TestSupport

/// A feature with every kind of message and effect that a test can leave out.
struct Catalog: Reducer {
  struct State: Equatable, Sendable {
    var query = ""

    /// Whether a search runs.
    var isLoading = false

    var items: [String] = []

    var error: String?
  }

  enum Input: Equatable, Sendable {
    case search(String)

    /// Restarts, and cancels the running effects.
    case clear

    /// Emits an output.
    case open(String)

    /// Starts an effect that sends nothing.
    case track(String)

    /// Starts an effect that sleeps for a second.
    case nap

    case nothing
  }

  enum Feedback: Equatable, Sendable {
    /// A search has ended.
    case found([String])

    case failed(String)

    /// The nap has ended.
    case woke
  }

  enum Output: Equatable, Sendable {
    case opened(String)

    /// A search has given so many items for a query.
    case counted(Int, query: String)
  }

  /// The ids of cancellable effects.
  private enum CancelID { case nap }

  var client: @Sendable (String) async throws -> [String] = { ["\($0) one", "\($0) two"] }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(let input): handle(input, &state)
    case .feedback(let feedback): handle(feedback, &state)
    }
  }

  private func handle(_ input: Input, _ state: inout State) -> Effect<Feedback, Output> {
    switch input {
    case .search(let query):
      state.query = query
      state.isLoading = true
      return .run("search", of: query) { send in
        await send(.found(try await client(query)))
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
    case .clear:
      state = State()
      return .cancel(id: CancelID.nap)
    case .open(let item): return .output(.opened(item))
    case .track(let event): return .run("track", of: event) { _ in }
    case .nap:
      return .run("nap") { send in
        try await sleep(for: .seconds(1))
        await send(.woke)
      }
      .cancellable(id: CancelID.nap)
    case .nothing: return .none
    }
  }

  private func handle(_ feedback: Feedback, _ state: inout State) -> Effect<Feedback, Output> {
    switch feedback {
    case .found(let items):
      state.isLoading = false
      state.items = items
      return .output(.counted(items.count, query: state.query))
    case .failed(let text):
      state.isLoading = false
      state.error = text
      return .none
    case .woke:
      state.error = "awake"
      return .none
    }
  }
}
