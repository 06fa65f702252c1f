import StoreCore
import StoreDependencies

/// A counter with one flat type of action, a timer and a fact from a server.
struct Counter: ActionReducer {
  struct State: Equatable {
    var count = 0
    var isTimerOn = false
    var fact: String?
    var errors: [String] = []
  }

  enum Action: Equatable, Sendable {
    case incrementTapped
    case decrementTapped
    case stepTapped(Int)
    case timerTapped
    case ticked
    case factTapped
    case factArrived(String)
    case factFailed(String)
  }

  enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.factClient) var client

  func reduce(action: Action, into state: inout State) -> EffectOf<Self> {
    switch action {
    case .incrementTapped:
      state.count += 1
      state.fact = nil
      return .none
    case .decrementTapped:
      state.count -= 1
      state.fact = nil
      return .none
    case .stepTapped(let step):
      state.count += step
      return .none
    case .timerTapped:
      state.isTimerOn.toggle()
      guard state.isTimerOn else { return .cancel(id: CancelID.timer) }
      return .run("timer") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
      }
      .cancellable(id: CancelID.timer)
    case .ticked:
      state.count += 1
      return .none
    case .factTapped:
      state.fact = nil
      return .run("fact", of: state.count) { [count = state.count] send in
        await send(.factArrived(try await client.fact(count)))
      } catch: { error, send in
        await send(.factFailed("\(error)"))
      }
    case .factArrived(let fact):
      state.fact = fact
      return .none
    case .factFailed(let error):
      state.errors.append(error)
      return .none
    }
  }
}

struct FactClient: TestDependencyKey {
  var fact: @Sendable (_ number: Int) async throws -> String
  static let testValue = FactClient(fact: unimplemented("FactClient.fact"))
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}
