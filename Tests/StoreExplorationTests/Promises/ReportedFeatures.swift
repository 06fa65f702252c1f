import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A member's card whose photo arrives after the sign-out, unless it is fixed. The photo is loaded only once.
struct Card: Reducer {
  struct State: Hashable {
    var token: [Int]?
    var photo: [Int]?
    var isSigningIn = false
    var hasFailed = false
  }

  enum Input: CaseIterable { case scanned, photoTapped, signedOut }
  enum Feedback { case signedIn([Int]), failed, photo([Int]) }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.scanned):
      guard state.token == nil, !state.isSigningIn else { return .none }
      state.isSigningIn = true
      state.hasFailed = false
      return .run("sign in") { send in
        await send(.signedIn(try await load(0)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "sign in")
    case .input(.photoTapped): return state.token != nil && state.photo == nil ? loadPhoto : .none
    case .input(.signedOut):
      state = State()
      return .merge(.cancel(id: "sign in"), isFixed ? .cancel(id: "photo") : .none)
    case .feedback(.signedIn(let token)):
      state.token = token
      state.isSigningIn = false
      return state.photo == nil ? loadPhoto : .none
    case .feedback(.failed):
      state.isSigningIn = false
      state.hasFailed = true
    case .feedback(.photo(let photo)): state.photo = photo
    }
    return .none
  }

  private var loadPhoto: Effect<Feedback, Never> {
    .run("photo") { send in
      await send(.photo(try await load(1)))
    } catch: { _, _ in
    }
    .cancellable(id: "photo", cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { [.success([$0]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// A payment that a bank may ask about. Closing its question leaves the spinner, unless it is fixed.
struct Payment: Reducer {
  struct State: Hashable {
    var isPaying = false
    var asks = false
  }

  enum Input: CaseIterable { case payTapped, confirmed, closed }
  enum Feedback { case asked, paid, failed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.payTapped):
      guard !state.isPaying else { return .none }
      state.isPaying = true
      return .run("pay") { send in
        await send(try await load(0).isEmpty ? .asked : .paid)
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.confirmed):
      guard state.asks else { return .none }
      state = State()
    case .input(.closed):
      guard state.asks else { return .none }
      state = State(isPaying: !isFixed)
    case .feedback(.asked): state.asks = true
    case .feedback(.paid), .feedback(.failed): state.isPaying = false
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.load([], [1])])
  }
}

/// A location that is told while a shift is active. A fix that comes in the pause starts the next one, unless it is fixed.
struct Shift: Reducer {
  enum Phase { case off, active, paused }

  struct State: Hashable {
    var phase = Phase.off
    var place: [Int]?
  }

  enum Input: CaseIterable { case started, paused, resumed, ended }
  enum Feedback { case located([Int]), failed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.started), .input(.resumed):
      guard state.phase != .active else { return .none }
      state.phase = .active
      return locate
    case .input(.paused):
      guard state.phase == .active else { return .none }
      state.phase = .paused
      return .cancel(id: "rest")
    case .input(.ended):
      state = State()
      return .merge(.cancel(id: "rest"), .cancel(id: "locate"))
    case .feedback(.located(let place)):
      state.place = place
      return rest(state)
    case .feedback(.failed): return rest(state)
    }
  }

  private var locate: Effect<Feedback, Never> {
    .run("locate") { send in
      await send(.located(try await load(0)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: "locate", cancelInFlight: true)
  }

  private func rest(_ state: State) -> Effect<Feedback, Never> {
    guard state.phase == .active || !isFixed else { return .none }
    return .run("rest") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.located(try await load(0)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: "rest", cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.load([1])])
  }
}
