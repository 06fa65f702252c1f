import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Shows where a school bus is. Each new stop can be read out.
struct G18Bus: Reducer {
  struct State: Equatable {
    var line: String?
    var position: G18Position?
    var isLoading = false
    var hasFailed = false
    var readsStops = false
    var isListening = false
    var isOnline = true
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case lineChosen(String)
    case refreshTapped
    case readStopsTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case networkChanged(isOnline: Bool)
    case loaded(G18Position)
    case loadFailed
    case pollDue
  }

  private enum CancelID { case load, poll, speech }

  @Dependency(\.g18Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isListening else { return .none }
      state.isListening = true
      return .run("network") { send in
        for await isOnline in client.network() { await send(.networkChanged(isOnline: isOnline)) }
      }

    case .input(.lineChosen(let line)):
      guard line != state.line else { return .none }
      state.line = line
      state.position = nil
      state.hasFailed = false
      return .merge(.cancel(id: CancelID.speech), load(&state))

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .input(.readStopsTapped):
      state.readsStops.toggle()
      return state.readsStops ? .none : .cancel(id: CancelID.speech)

    case .input(.closeTapped):
      state.line = nil
      state.position = nil
      state.isLoading = false
      state.hasFailed = false
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.poll), .cancel(id: CancelID.speech))

    case .input(.wentToBackground):
      state.isInBackground = true
      return .merge(.cancel(id: CancelID.poll), .cancel(id: CancelID.speech))

    case .input(.cameToForeground):
      state.isInBackground = false
      guard !state.isLoading else { return .none }
      return load(&state)

    case .feedback(.networkChanged(let isOnline)):
      guard isOnline != state.isOnline else { return .none }
      state.isOnline = isOnline
      guard isOnline else {
        state.isLoading = false
        return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.poll))
      }
      // The network needs a moment to settle.
      return state.line == nil ? .none : poll(after: .seconds(2))

    case .feedback(.loaded(let position)):
      let isNewStop = position.stop != state.position?.stop
      state.isLoading = false
      state.position = position
      guard !state.isInBackground else { return .none }
      return .merge(poll(after: .seconds(20)), isNewStop && state.readsStops ? read(position) : .none)

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return state.isInBackground ? .none : poll(after: .seconds(20))

    case .feedback(.pollDue):
      guard !state.isLoading else { return .none }
      return load(&state)
    }
  }

  /// Asks for the position now, instead of at the next poll.
  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard let line = state.line, state.isOnline else { return .none }
    state.isLoading = true
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.poll),
      .run("position", of: line) { send in
        await send(.loaded(try await client.position(line)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func poll(after pause: Duration) -> Effect<Feedback, Never> {
    .run("poll", of: pause) { send in
      try await clock.sleep(for: pause)
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func read(_ position: G18Position) -> Effect<Feedback, Never> {
    let text = "\(position.stop), in \(position.minutes) minutes"
    return .run("read", of: text) { _ in await client.read(text) }
      .cancellable(id: CancelID.speech, cancelInFlight: true)
  }
}

struct G18Position: Equatable, Sendable {
  var stop: String
  var minutes: Int
}

struct G18Client: TestDependencyKey, Sendable {
  var network: @Sendable () -> AsyncStream<Bool>
  var position: @Sendable (_ line: String) async throws -> G18Position
  var read: @Sendable (_ text: String) async -> Void

  static let testValue = G18Client(
    network: unimplemented("G18Client.network", placeholder: AsyncStream { $0.finish() }),
    position: unimplemented("G18Client.position"),
    read: unimplemented("G18Client.read")
  )
}

extension DependencyValues {
  var g18Client: G18Client {
    get { self[G18Client.self] }
    set { self[G18Client.self] = newValue }
  }
}

struct G18NoSignal: Error {}

struct G18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G18Bus.State) -> [G18Bus.Input] in
        if state.isInBackground { return [.cameToForeground] }
        if !state.isListening { return [.appeared] }
        guard state.line != nil else { return [.lineChosen("North"), .lineChosen("South"), .wentToBackground] }
        return [
          .lineChosen("North"), .lineChosen("South"), .refreshTapped, .readStopsTapped, .closeTapped, .wentToBackground,
        ]
      }
    ) { () -> TestStore<G18Bus> in
      let store = TestStore(initialState: G18Bus.State()) { G18Bus() }
      store.gate("network", at: \.g18Client.network) { [.element(false), .element(true)] }
      store.gate("position", at: \.g18Client.position) { line in
        [.success(G18Position(stop: "\(line) Road", minutes: 4)), .failure(G18NoSignal())]
      }
      store.gate("read", at: \.g18Client.read) { _ in [.success(())] }
      return store
    }
  }
}
