import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// The client of the features with injected bugs.
struct LookupClient: TestDependencyKey {
  var look: @Sendable (String) async throws -> String

  var dial: @Sendable (String) async throws -> Void

  static let testValue = LookupClient(
    look: unimplemented("LookupClient.look"),
    dial: unimplemented("LookupClient.dial")
  )
}

extension DependencyValues {
  /// The client of the features with injected bugs.
  var lookupClient: LookupClient {
    get { self[LookupClient.self] }
    set { self[LookupClient.self] = newValue }
  }
}

/// The number is engaged.
struct Busy: Error, Equatable {}

/// Counts up to a limit, which doubling forgets.
struct Doubler: Reducer {
  /// The state of the feature.
  struct State: Hashable {
    var number = 0

    var isFull = false
  }

  /// The inputs of the feature.
  enum Input: Hashable, CaseIterable { case up, double, clear }

  var limit = 6

  /// Whether doubling keeps to it.
  var isMended = false

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.up): state.number = min(state.number + 1, limit)
    case .input(.double): state.number = min(state.number * 2, isMended ? limit : 1_000)
    case .input(.clear): state.number = 0
    }
    state.isFull = state.number >= limit
    return .none
  }
}

/// Performs a lookup with a spinner. The bug: the spinner stays after a failure.
struct Spinning: Reducer {
  /// The state of the feature.
  struct State: Hashable {
    var isLoading = false

    var text: String?
  }

  /// The inputs of the feature.
  enum Input: Hashable, CaseIterable { case load, clear }

  /// The feedback of the feature.
  enum Feedback: Hashable { case loaded(String), failed }

  @Dependency(\.lookupClient) var client

  /// Whether a failure stops the spinner.
  var isMended = false

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.load):
      state.isLoading = true
      return .run("look") { send in
        await send(.loaded(try await client.look("")))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "look", cancelInFlight: true)
    case .input(.clear):
      state = State()
      return .cancel(id: "look")
    case .feedback(.loaded(let text)):
      state = State(isLoading: false, text: text)
      return .none
    case .feedback(.failed):
      if isMended { state.isLoading = false }
      return .none
    }
  }
}

/// Looks up the query, and shows the last answer. The bug: also a stale one.
struct Stale: Reducer {
  /// The request, and the shown answer.
  struct State: Hashable {
    /// The last typed text.
    var query: Query?

    var found: String?
  }

  /// The queries.
  enum Query: String, Hashable, CaseIterable { case ant, bee, cow }

  /// The inputs of the feature.
  enum Input: Hashable { case type(Query), clear }

  /// The feedback of the feature.
  enum Feedback: Hashable { case found(String, for: Query), lost }

  @Dependency(\.lookupClient) var client

  /// Whether old answers are ignored.
  var isMended = false

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.type(let query)):
      state.query = query
      state.found = nil
      return .run("look", of: query) { send in
        await send(.found(try await client.look(query.rawValue), for: query))
      } catch: { _, send in
        await send(.lost)
      }
    case .input(.clear):
      state = State()
      return .none
    case .feedback(.found(let text, let query)):
      if isMended ? query == state.query : state.query != nil { state.found = text }
      return .none
    case .feedback(.lost): return .none
    }
  }
}

/// Dials a number of two digits and counts the seconds of the call, also after its end.
struct Phone: Reducer {
  enum Phase: Hashable { case idle, dialling, talking }

  /// The state of the feature.
  struct State: Hashable {
    var phase = Phase.idle

    var digits = ""

    /// How long the call has lasted.
    var seconds = 0
  }

  /// The inputs of the feature.
  enum Input: Hashable { case digit(Character), call, hangUp }

  /// The answers to a call, and the ticks of the clock.
  enum Feedback: Hashable { case connected, engaged, tick }

  @Dependency(\.lookupClient) var client

  @Dependency(\.continuousClock) var clock

  /// Whether hanging up stops the clock.
  var isMended = false

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.digit(let digit)):
      if state.phase == .idle, state.digits.count < 2 { state.digits.append(digit) }
      return .none
    case .input(.call):
      guard state.phase == .idle, state.digits.count == 2 else { return .none }
      state.phase = .dialling
      return .run("dial") { [digits = state.digits] send in
        try await client.dial(digits)
        await send(.connected)
      } catch: { _, send in
        await send(.engaged)
      }
      .cancellable(id: "dial")
    case .input(.hangUp):
      state.phase = .idle
      return isMended ? .merge(.cancel(id: "dial"), .cancel(id: "seconds")) : .cancel(id: "dial")
    case .feedback(.connected):
      state.phase = .talking
      state.seconds = 0
      return .run("seconds") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
      }
      .cancellable(id: "seconds", cancelInFlight: true)
    case .feedback(.engaged):
      state.phase = .idle
      return .none
    case .feedback(.tick):
      state.seconds += 1
      return .none
    }
  }
}

// MARK: - Stores

/// Makes the stores of features with injected bugs, and the commands for them.
enum BuggyFeature {
  static func tally(limit: Int = 6, isMended: Bool = false) -> TestStore<Doubler> {
    let store = TestStore(initialState: Doubler.State()) { Doubler(limit: limit, isMended: isMended) }
    store.always("the limit is kept") { $0.number <= limit }
    return store
  }

  /// The store of a spinner.
  static func spinning(isMended: Bool = false) -> TestStore<Spinning> {
    let store = TestStore(initialState: Spinning.State()) { Spinning(isMended: isMended) }
    _ = store.gate("look", at: \.lookupClient.look) { _ in [.success("found"), .failure(Busy()), .never] }
    store.always("a failure stops the spinner") { _, message, new in message != .feedback(.failed) || !new.isLoading }
    return store
  }

  /// The store of a stale search.
  static func stale(isMended: Bool = false) -> TestStore<Stale> {
    let store = TestStore(initialState: Stale.State()) { Stale(isMended: isMended) }
    _ = store.gate("look", at: \.lookupClient.look) { query in [.success(query), .failure(Busy())] }
    store.always("what is found is what was asked for") { $0.found == nil || $0.found == $0.query?.rawValue }
    return store
  }

  static func phone(isMended: Bool = false) -> TestStore<Phone> {
    let store = TestStore(initialState: Phone.State()) { Phone(isMended: isMended) }
    _ = store.gate("dial", at: \.lookupClient.dial) { _ in [.success(()), .failure(Busy())] }
    store.always("seconds pass only during a call") { old, message, _ in
      message != .feedback(.tick) || old.phase == .talking
    }
    return store
  }

  @CommandBuilder<Doubler> static var tallyCommands: [Command<Doubler>] {
    for input in Doubler.Input.allCases { Command.send(input) }
  }

  /// The commands of a spinner.
  @CommandBuilder<Spinning> static var spinningCommands: [Command<Spinning>] {
    for input in Spinning.Input.allCases { Command.send(input) }
  }

  /// The commands of a stale search.
  @CommandBuilder<Stale> static var staleCommands: [Command<Stale>] {
    Command.send(weight: 2) { try .type($0.element(of: Stale.Query.allCases)) }
    Command.send(.clear)
  }

  @CommandBuilder<Phone> static var phoneCommands: [Command<Phone>] {
    Command.send(weight: 3, when: { $0.phase == .idle }) { .digit($0.one(of: "1", "2", "3")) }
    Command.send(.call, when: { $0.phase == .idle })
    Command.send(.hangUp)
    Command.advance(by: [.milliseconds(300), .seconds(1)])
  }
}
