package import StoreCore
package import StoreDependencies

/// A feature that is drawn at random, with a client and pauses.
package struct GeneratedFeature: Reducer {
  package struct State: Equatable, Sendable {
    package var mode = Mode.idle
    package var count = 0
    package var isBusy = false
    package var answer: Int?

    package init() {}
  }

  package enum Input: CaseIterable, Equatable, Sendable { case first, second, third }

  package enum Feedback: Equatable, Sendable {
    case answered(Int)
    case failed
    case paused
  }

  private enum ID { case ask, pause }

  private let table: FeatureTable

  @Dependency(\.oracle) private var oracle
  @Dependency(\.continuousClock) private var clock

  /// Creates the feature of a seed.
  package init(seed: UInt64) { table = FeatureTable(seed: seed, isChanged: isChanged) }

  package func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    if case .feedback(.answered(let answer)) = message { state.answer = answer }
    let reaction = table[number(of: message), state.mode]
    state.mode = reaction.mode
    state.count = (state.count + reaction.step) % 4
    state.isBusy = reaction.isBusy
    return .merge(
      reaction.cancels ? .merge(.cancel(id: ID.ask), .cancel(id: ID.pause)) : .none,
      reaction.asks ? ask(state.count) : .none,
      reaction.pauses ? pause : .none
    )
  }

  private func number(of message: Message<Input, Feedback>) -> Int {
    switch message {
    case .input(.first): 0
    case .input(.second): 1
    case .input(.third): 2
    case .feedback(.answered): 3
    case .feedback(.failed): 4
    case .feedback(.paused): 5
    }
  }

  private func ask(_ count: Int) -> Effect<Feedback, Never> {
    .run("ask", of: count) { [oracle] send in
      do {
        await send(.answered(try await oracle(count)))
      } catch is Silence {
        await send(.failed)
      }
    }
    .cancellable(id: ID.ask, cancelInFlight: true)
  }

  private var pause: Effect<Feedback, Never> {
    .run("pause") { [clock, pause = table.pause] send in
      try await clock.sleep(for: .seconds(pause))
      await send(.paused)
    }
    .cancellable(id: ID.pause, cancelInFlight: true)
  }
}

/// The error of the client.
package struct Silence: Error, Equatable {
  package init() {}
}

private enum OracleKey: TestDependencyKey {
  static let testValue: @Sendable (Int) async throws -> Int = unimplemented("oracle")
}

extension DependencyValues {
  /// Answers a number.
  package var oracle: @Sendable (Int) async throws -> Int {
    get { self[OracleKey.self] }
    set { self[OracleKey.self] = newValue }
  }
}
