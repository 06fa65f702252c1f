import StoreCore
import StoreDependencies

/// A feature that has moved. Its file imports one library.
struct Weather: Reducer {
  struct State: Equatable { var temperature: Double? }
  enum Input { case appeared }
  enum Feedback { case loaded(Double) }

  @Dependency(\.weatherClient) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared): return .run("weather") { send in await send(.loaded(try await client.temperature("Oslo"))) }
    case .feedback(.loaded(let temperature)):
      state.temperature = temperature
      return .none
    }
  }
}
