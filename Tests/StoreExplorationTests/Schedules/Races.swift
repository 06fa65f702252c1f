import StoreCore
import StoreDependencies
import StoreTesting

/// The client that answers the requests of the features with races.
struct RaceClient: TestDependencyKey {
  var ask: @Sendable (Int) async throws -> Int

  /// Fails a test that sends a request without having overridden the client.
  static let testValue = RaceClient(ask: unimplemented("RaceClient.ask"))
}

extension DependencyValues {
  var raceClient: RaceClient {
    get { self[RaceClient.self] }
    set { self[RaceClient.self] = newValue }
  }
}

/// A request could not be answered.
struct Offline: Error, Equatable, Hashable {}

/// Sends a request for each input, and shows the last answer, even a stale one.
struct StaleSearch: Reducer {
  /// The request, and the shown answer.
  struct State: Equatable {
    var question = 0

    var answer: Int?
  }

  enum Input: Equatable { case ask(Int) }

  enum Feedback: Equatable { case answered(Int, of: Int) }

  @Dependency(\.raceClient) var client

  /// Whether an answer to an old question is ignored.
  var isMended = false

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.ask(let question)):
      state.question = question
      return .run("ask", of: question) { send in await send(.answered(try await client.ask(question), of: question)) }
    case .feedback(.answered(let answer, of: let question)):
      if !isMended || question == state.question { state.answer = answer }
      return .none
    }
  }
}

/// Loads, cancels without effect, and loads again: a failure of the old request hides the new one's answer.
struct RaceLoader: Reducer {
  enum State: Hashable { case idle, loading, loaded(Int), failed }

  enum Input: Equatable { case load(Int), cancel }

  enum Feedback: Equatable { case loaded(Int), failed }

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.load(let number)):
      state = .loading
      return .run("load", of: number) { send in
        await send(.loaded(try await client.ask(number)))
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.cancel):
      state = .idle
      return .none
    case .feedback(.loaded(let number)):
      state = .loaded(number)
      return .none
    case .feedback(.failed):
      state = .failed
      return .none
    }
  }
}

/// Reads a number from the outside, and writes it back one greater: two of them at a time lose an update.
struct LostUpdate: Reducer {
  /// The value that the outside stores.
  struct State: Equatable {
    var number = 0

    var writes = 0
  }

  enum Input: Equatable { case increment }

  /// The feedback of the effect.
  enum Feedback: Equatable { case read(Int), write(Int) }

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input:
      return .run("increment") { [number = state.number] send in
        _ = try await client.ask(0)
        await send(.write(number + 1))
      }
    case .feedback(.write(let number)):
      state.number = number
      state.writes += 1
      return .none
    case .feedback(.read): return .none
    }
  }
}

/// Dials. The bug: it shows a connection after the user has hung up.
struct LateDialer: Reducer {
  enum State: Hashable { case idle, dialling, connected }

  enum Input: Equatable { case call, hangUp }

  enum Feedback: Equatable { case connected, ticked }

  @Dependency(\.raceClient) var client

  @Dependency(\.continuousClock) var clock

  /// The number of unrelated timers that tick meanwhile.
  var timers = 0

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.call):
      state = .dialling
      let dial = Effect<Feedback, Never>.run("dial") { send in
        _ = try await client.ask(0)
        await send(.connected)
      }
      let timers = (0..<timers).map { number in
        Effect<Feedback, Never>.run("timer", of: number) { send in
          try await clock.sleep(for: .seconds(1))
          await send(.ticked)
        }
      }
      return .merge([dial] + timers)
    case .input(.hangUp):
      state = .idle
      return .none
    case .feedback(.connected):
      state = .connected
      return .none
    case .feedback(.ticked): return .none
    }
  }
}
