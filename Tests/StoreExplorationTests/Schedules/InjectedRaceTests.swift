import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// Explores a feature with a race, and the same one mended.
///
/// - Parameters:
///   - minimum: In how many places the shortest order differs from the default one in which the race shows.
///   - complete: How many orders the mended feature has.
///   - body: The test, of the mended feature or the other.
private func expectRace(
  minimum: Int,
  complete: Int,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping (_ isMended: Bool) async throws -> Void
) async throws {
  let failures = try await recordingFailures { try await explore { try await body(false) } }
  #expect(failures.kinds == [.failedSchedule], sourceLocation: sourceLocation)
  let places = "The order differs from the default one in \(minimum) place\(minimum == 1 ? "" : "s")."
  #expect(failures.first?.details.contains(places) ?? false, sourceLocation: sourceLocation)
  let report = try await explore { try await body(true) }
  let orders = complete == 1 ? "complete: the only schedule" : "complete: all \(complete) schedules"
  #expect("\(report)" == orders, sourceLocation: sourceLocation)
}

@Suite struct InjectedRaceTests {
  @Test func `an order is sent twice, as a later message disables the button`() async throws {
    try await expectRace(minimum: 1, complete: 3) { isMended in
      let store = TestStore(initialState: Checkout.State()) { Checkout(isMended: isMended) }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      store.always("there is one order at a time") { $0.orders <= 1 }
      await store.send(.order)
      await store.send(.order)
      await store.finish()
    }
  }

  @Test func `a name that could not be saved replaces a newer one`() async throws {
    try await expectRace(minimum: 2, complete: 6) { isMended in
      let store = TestStore(initialState: Renaming.State()) { Renaming(isMended: isMended) }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { $0 == 1 ? [.success($0), .failure(Offline())] : [.success($0)] }
      await store.send(.rename(1))
      await store.send(.rename(2))
      await store.finish()
      if store.state.name != 2 { #expect(store.state.name == 2) }
    }
  }

  @Test func `two refused requests request a new pass twice`() async throws {
    try await expectRace(minimum: 2, complete: 12) { isMended in
      let store = TestStore(initialState: 0) { PassFeature(isMended: isMended) }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { $0 == 0 ? [.success(0)] : [.success($0), .failure(Offline())] }
      store.always("one pass is enough") { $0 <= 1 }
      await store.send(.start)
      await store.finish()
    }
  }

  @Test func `a cancelled answer fills the cache all the same`() async throws {
    try await expectRace(minimum: 2, complete: 3) { isMended in
      let cache = Recorder<Int>()
      let store = TestStore(initialState: 0) { CachedAnswer(isMended: isMended, keep: cache.record) }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask, whenCancelled: .ignoresCancellation) { [.success($0)] }
      await store.send(.ask(1))
      await store.send(.ask(2))
      await store.finish()
      if cache.values.last != 2 { #expect(cache.values.last == 2) }
    }
  }

  @Test func `a user is logged out at the instant of a heartbeat`() async throws {
    // The test may cancel the effects before the feature receives the last heartbeat.
    try await expectRace(minimum: 1, complete: 2) { isMended in
      let store = TestStore(initialState: HeartbeatFeature.State()) { HeartbeatFeature(isMended: isMended) }
      store.exhaustivity = .off
      store.always("a user who was just seen stays logged in") {
        $0.loggedOutAt.map { [seen = $0.lastSeen] in $0 > seen } ?? true
      }
      await store.send(.logIn)
      await store.clock.advance(by: .seconds(10))
      await store.cancelInFlightEffects(strict: false)
    }
  }

  @Test func `a user is logged in as another one`() async throws {
    try await expectRace(minimum: 2, complete: 6) { isMended in
      let store = TestStore(initialState: Login.State()) { Login(isMended: isMended) }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0), .failure(Offline())] }
      store.always("who is in has asked for it") { $0.user == nil || $0.wanted == nil || $0.user == $0.wanted }
      await store.send(.logIn(1))
      await store.send(.cancel)
      await store.send(.logIn(2))
      await store.finish()
    }
  }
}

/// Sends an order, and ignores others meanwhile.
private struct Checkout: Reducer {
  struct State: Equatable {
    var isDisabled = false

    var orders = 0
  }

  enum Input: Equatable { case order }

  /// The progress of an order.
  enum Feedback: Equatable { case started, finished }

  /// Whether the button is disabled at once.
  let isMended: Bool

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input:
      guard !state.isDisabled else { return .none }
      state.isDisabled = isMended
      return .run("order") { send in
        await send(.started)
        _ = try await client.ask(1)
        await send(.finished)
      }
    case .feedback(.started):
      state.isDisabled = true
      state.orders += 1
      return .none
    case .feedback(.finished):
      state.isDisabled = false
      state.orders -= 1
      return .none
    }
  }
}

/// Shows a new name at once, and the one before it if the new one can't be saved.
private struct Renaming: Reducer {
  struct State: Equatable {
    var name = 0

    var edits = 0
  }

  enum Input: Equatable { case rename(Int) }

  /// A name could not be saved.
  struct Failed: Equatable {
    /// The name before it.
    var old: Int

    var edit: Int
  }

  /// Whether only the newest name is taken back.
  let isMended: Bool

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Failed>, into state: inout State) -> Effect<Failed, Never> {
    switch message {
    case .input(.rename(let name)):
      let failed = Failed(old: state.name, edit: state.edits + 1)
      state = State(name: name, edits: state.edits + 1)
      return .run("save", of: name) { _ in
        _ = try await client.ask(name)
      } catch: { _, send in
        await send(failed)
      }
    case .feedback(let failed):
      if !isMended || failed.edit == state.edits { state.name = failed.old }
      return .none
    }
  }
}

/// Makes two requests at once, and asks for a new pass when one is refused; the state is how often it has.
private struct PassFeature: Reducer {
  enum Input: Equatable { case start }

  /// A request is refused.
  struct Refused: Equatable {}

  /// Whether it remembers that it has asked for a pass.
  let isMended: Bool

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Refused>, into count: inout Int) -> Effect<Refused, Never> {
    switch message {
    case .input:
      return .merge(
        (1...2).map { (number: Int) in
          .run("request", of: number) { _ in
            _ = try await client.ask(number)
          } catch: { _, send in
            await send(Refused())
          }
        }
      )
    case .feedback:
      guard !isMended || count == 0 else { return .none }
      count += 1
      return .run("pass") { _ in _ = try await client.ask(0) }
    }
  }
}

/// Caches the answer to the last question, in addition to the state.
private struct CachedAnswer: Reducer {
  enum Input: Equatable { case ask(Int) }

  /// Whether the answer of a cancelled request is not kept.
  let isMended: Bool

  let keep: @Sendable (Int) -> Void

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Int>, into state: inout Int) -> Effect<Int, Never> {
    switch message {
    case .input(.ask(let question)):
      return .run("ask", of: question) { send in
        let answer = try await client.ask(question)
        if isMended { try Task.checkCancellation() }
        keep(answer)
        await send(answer)
      }
      .cancellable(id: "ask", cancelInFlight: true)
    case .feedback(let answer):
      state = answer
      return .none
    }
  }
}

/// Logs out after ten seconds without a heartbeat. A heartbeat arrives every five seconds.
private struct HeartbeatFeature: Reducer {
  /// The state of the feature, in seconds.
  struct State: Equatable {
    var lastSeen = 0

    /// When the user was logged out.
    var loggedOutAt: Int?
  }

  enum Input: Equatable { case logIn }

  /// A heartbeat, or the time of a check.
  enum Feedback: Equatable { case seen, expired }

  /// Whether a sign of life puts off the end.
  let isMended: Bool

  @Dependency(\.continuousClock) var clock

  private var expiry: Effect<Feedback, Never> {
    .run("expiry") { send in
      try await clock.sleep(for: .seconds(10))
      await send(.expired)
    }
    .cancellable(id: "expiry", cancelInFlight: true)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input:
      let signs = Effect<Feedback, Never>.run("sign") { send in
        for await _ in clock.timer(interval: .seconds(5)) { await send(.seen) }
      }
      return .merge(expiry, signs.cancellable(id: "sign"))
    case .feedback(.seen):
      state.lastSeen += 5
      return isMended ? expiry : .none
    case .feedback(.expired):
      state.loggedOutAt = 10
      return .cancel(id: "sign")
    }
  }
}

/// Logs in, with one type of action. The bug: cancelling doesn't cancel the request.
private struct Login: ActionReducer {
  struct State: Equatable {
    var wanted: Int?

    var isLoading = false

    var user: Int?
  }

  enum Action: Equatable { case logIn(Int), cancel, loggedIn(Int), failed }

  /// Whether cancelling cancels the request.
  let isMended: Bool

  @Dependency(\.raceClient) var client

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .logIn(let user):
      state = State(wanted: user, isLoading: true)
      return .run("login", of: user) { send in
        await send(.loggedIn(try await client.ask(user)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "login")
    case .cancel:
      state.isLoading = false
      state.wanted = nil
      return isMended ? .cancel(id: "login") : .none
    case .loggedIn(let user):
      guard state.isLoading else { return .none }
      state.isLoading = false
      state.user = user
      return .none
    case .failed:
      state.isLoading = false
      return .none
    }
  }
}
