import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A map on which the ferries of a line move. Their positions are asked for every fifteen seconds.
struct C23Ferries: Reducer {
  struct State: Equatable {
    var line: String?
    var ferries: [C23Ferry] = []
    var selected: C23Ferry.ID?
    var isLoading = false
    var hasFailed = false
    var isOnline = true
    var isInForeground = true
  }

  enum Input: Equatable, Sendable {
    case lineChosen(String)
    case ferryTapped(C23Ferry.ID)
    case refreshTapped
    case closeTapped
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded([C23Ferry])
    case loadFailed
    case pollDue
    case connectionChanged(isOnline: Bool)
  }

  private enum CancelID { case load, poll, connection }

  @Dependency(\.c23Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.lineChosen(let line)):
      guard line != state.line else { return .none }
      let isFirst = state.line == nil
      state.line = line
      state.ferries = []
      state.selected = nil
      state.hasFailed = false
      return .merge(isFirst ? followConnection() : .none, resume(&state))

    case .input(.ferryTapped(let id)):
      state.selected = state.selected == id ? nil : id
      return .none

    case .input(.refreshTapped):
      guard let line = state.line, state.isOnline, !state.isLoading else { return .none }
      return load(line, &state)

    case .input(.closeTapped):
      state = State()
      return .merge(suspend(&state), .cancel(id: CancelID.connection))

    case .input(.enteredBackground):
      state.isInForeground = false
      return suspend(&state)

    case .input(.enteredForeground):
      state.isInForeground = true
      return resume(&state)

    case .feedback(.loaded(let ferries)):
      state.isLoading = false
      state.hasFailed = false
      state.ferries = ferries
      if !ferries.contains(where: { $0.id == state.selected }) { state.selected = nil }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.pollDue):
      guard let line = state.line, !state.isLoading else { return .none }
      return load(line, &state)

    case .feedback(.connectionChanged(isOnline: let isOnline)):
      guard isOnline != state.isOnline else { return .none }
      state.isOnline = isOnline
      return isOnline ? resume(&state) : suspend(&state)
    }
  }

  /// Asks for the positions now, and then every fifteen seconds.
  private func resume(_ state: inout State) -> Effect<Feedback, Never> {
    guard let line = state.line, state.isOnline else { return .none }
    return .merge(
      load(line, &state),
      .run("poll") { send in
        for await _ in clock.timer(interval: .seconds(15)) { await send(.pollDue) }
      }
      .cancellable(id: CancelID.poll, cancelInFlight: true)
    )
  }

  private func suspend(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = false
    return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.poll))
  }

  private func load(_ line: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    return .run("positions", of: line) { send in
      await send(.loaded(try await client.positions(line)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func followConnection() -> Effect<Feedback, Never> {
    .run("connection") { send in
      for await isOnline in client.isOnline() { await send(.connectionChanged(isOnline: isOnline)) }
    }
    .cancellable(id: CancelID.connection, cancelInFlight: true)
  }
}

struct C23Ferry: Equatable, Identifiable, Sendable {
  let id: String
  var metresFromPier: Int
}

struct C23Client: TestDependencyKey, Sendable {
  var positions: @Sendable (_ line: String) async throws -> [C23Ferry]
  /// Whether the phone has a connection: at first, and after each change.
  var isOnline: @Sendable () -> AsyncStream<Bool>

  static let testValue = C23Client(
    positions: unimplemented("C23Client.positions"),
    isOnline: unimplemented("C23Client.isOnline", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var c23Client: C23Client {
    get { self[C23Client.self] }
    set { self[C23Client.self] = newValue }
  }
}

struct C23Timeout: Error {}

struct C23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C23Ferries.State) -> [C23Ferries.Input] in
        guard state.isInForeground else { return [.enteredForeground] }
        guard state.line != nil else { return [.lineChosen("62"), .enteredBackground] }
        var inputs: [C23Ferries.Input] = [.lineChosen("62"), .lineChosen("73"), .closeTapped, .enteredBackground]
        if state.isOnline && !state.isLoading { inputs.append(.refreshTapped) }
        for ferry in state.ferries { inputs.append(.ferryTapped(ferry.id)) }
        return inputs
      }
    ) { () -> TestStore<C23Ferries> in
      let store = TestStore(initialState: C23Ferries.State()) { C23Ferries() }
      store.gate("positions", at: \.c23Client.positions) { line in
        [.success([C23Ferry(id: "Ferry of \(line)", metresFromPier: 300)]), .failure(C23Timeout())]
      }
      store.gate("isOnline", at: \.c23Client.isOnline) { [.element(false), .element(true)] }
      return store
    }
  }
}
