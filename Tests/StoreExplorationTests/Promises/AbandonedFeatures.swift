import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// The reading of a meter. A link waits for one that is sent, and asks before it discards one that is typed, but gives up one that waits to
/// be sent again, unless it is fixed.
struct MeterReading: Reducer {
  enum State: Hashable {
    case entering(String)
    case asking(String)
    case sending(String, isLeft: Bool)
    case waiting(String)
    case sent
  }

  enum Input: Hashable { case typed(String), sendTapped, linkOpened, keepTapped, discardTapped }
  enum Feedback { case sent, failed, failedAgain }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.typed(let digits)), .entering): state = .entering(digits)
    case (.input(.sendTapped), .entering(let digits)) where !digits.isEmpty:
      state = .sending(digits, isLeft: false)
      return .run("send") { send in
        try await post(digits)
        await send(.sent)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "send", cancelInFlight: true)
    case (.input(.linkOpened), .sent), (.input(.linkOpened), .entering("")), (.input(.discardTapped), .asking):
      state = .entering("")
    case (.input(.linkOpened), .entering(let digits)): state = .asking(digits)
    case (.input(.linkOpened), .sending(let digits, _)): state = .sending(digits, isLeft: true)
    case (.input(.linkOpened), .waiting(let digits)):
      state = isFixed ? .asking(digits) : .entering("")
      return .cancel(id: "send")
    case (.input(.keepTapped), .asking(let digits)): state = .entering(digits)
    case (.feedback(.sent), .sending(_, isLeft: true)): state = .entering("")
    case (.feedback(.sent), .sending), (.feedback(.sent), .waiting): state = .sent
    case (.feedback(.failed), .sending(let digits, isLeft: true)), (.feedback(.failedAgain), .waiting(let digits)):
      state = .asking(digits)
    case (.feedback(.failed), .sending(let digits, isLeft: false)):
      state = .waiting(digits)
      return .run("retry") { send in
        try await clock.sleep(for: .seconds(10))
        try await post(digits)
        await send(.sent)
      } catch: { _, send in
        await send(.failedAgain)
      }
      .cancellable(id: "send", cancelInFlight: true)
    default: break
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State.entering(""),
      inputs: [.typed("12"), .sendTapped, .linkOpened, .keepTapped, .discardTapped],
      gates: [.post]
    )
  }
}

/// A radio that keeps what is recorded, for who is signed in. A take that is kept late reaches the next user, unless it is fixed.
struct RadioTakes: Reducer {
  struct State: Hashable {
    var user: Int?
    var isTuned = false
    var isKeeping = false
    var shelf: [String] = []
  }

  enum Input: Hashable { case signedIn(Int), tuneTapped, keepTapped, signedOut }
  enum Feedback { case tuned, kept }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let user)):
      if state.user == nil { state.user = user }
    case .input(.signedOut):
      state = State()
      return isFixed ? .merge(.cancel(id: "tune"), .cancel(id: "keep")) : .cancel(id: "tune")
    case .input(.tuneTapped):
      guard state.user != nil, !state.isTuned else { return .none }
      return .run("tune") { send in
        _ = try? await load(1)
        await send(.tuned)
      }
      .cancellable(id: "tune", cancelInFlight: true)
    case .input(.keepTapped):
      guard state.isTuned, !state.isKeeping else { return .none }
      state.isKeeping = true
      return .run("keep") { send in
        try? await post("take")
        await send(.kept)
      }
      .cancellable(id: "keep", cancelInFlight: true)
    case .feedback(.tuned): state.isTuned = true
    case .feedback(.kept):
      guard state.user != nil else { return .none }
      state.isKeeping = false
      state.shelf = ["take"]
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.signedIn(1), .signedIn(2), .tuneTapped, .keepTapped, .signedOut],
      gates: [.load([[]], isReliable: true), .post(isReliable: true)]
    )
  }
}

/// Bottles that are brought one by one. When the connection is lost, those that have arrived count as failed, unless it is fixed.
struct Bottles: Reducer {
  enum Stage: Hashable { case queued, moving, arrived, failed }

  struct State: Hashable {
    var stages: [Int: Stage] = [:]
    var isComplete = false
  }

  enum Input: Hashable { case orderTapped, retryTapped }
  enum Feedback { case moved(Int), brokeOff }

  let isFixed: Bool

  @Dependency(\.suspectFeed) private var feed

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.orderTapped):
      guard state.stages.isEmpty else { return .none }
      state.stages = [1: .queued, 2: .queued]
      return bring()
    case .input(.retryTapped):
      guard state.stages.values.contains(.failed) else { return .none }
      state.stages = state.stages.mapValues { $0 == .arrived ? .arrived : .queued }
      return bring()
    case .feedback(.moved(let bottle)):
      if state.stages[bottle] == .queued {
        state.stages[bottle] = .moving
      } else if state.stages[bottle] == .moving {
        state.stages[bottle] = .arrived
      }
      state.isComplete = state.stages.values.allSatisfy { $0 == .arrived }
      return state.isComplete ? .cancel(id: "bring") : .none
    case .feedback(.brokeOff):
      state.stages = state.stages.mapValues { $0 == .queued || isFixed && $0 == .arrived ? $0 : .failed }
      return .none
    }
  }

  private func bring() -> Effect<Feedback, Never> {
    .run("bring") { send in
      for try await bottle in feed() { await send(.moved(bottle)) }
    } catch: { _, send in
      await send(.brokeOff)
    }
    .cancellable(id: "bring", cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.orderTapped, .retryTapped]) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("feed", at: \.suspectFeed) { () -> [StreamAnswer<Int, any Error>] in
        [.element(1), .element(2), .failure(SuspectClient.Offline())]
      }
      return store
    }
  }
}

/// Letters that are sent while one is connected. When the connection is lost, those that have arrived count as failed, unless it is fixed.
struct LostLetters: Reducer {
  enum Stage: Hashable { case written, sending, arrived, failed }

  struct State: Hashable {
    var isConnected = false
    var letters: [Int: Stage] = [1: .written, 2: .written]
  }

  enum Input: Hashable { case connected, sendTapped(Int) }
  enum Feedback { case disconnected, arrived(Int), failed(Int) }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.connected):
      guard !state.isConnected, state.letters.values.allSatisfy({ $0 == .written }) else { return .none }
      state.isConnected = true
      return .run("connect") { send in
        _ = try await load(1)
      } catch: { _, send in
        await send(.disconnected)
      }
    case .input(.sendTapped(let letter)):
      guard state.isConnected, [.written, .failed].contains(state.letters[letter]) else { return .none }
      state.letters[letter] = .sending
      return .run("send", of: letter) { send in
        try await post("\(letter)")
        await send(.arrived(letter))
      } catch: { _, send in
        await send(.failed(letter))
      }
    case .feedback(.disconnected):
      if !isFixed { state.letters = state.letters.mapValues { $0 == .arrived ? .failed : $0 } }
    case .feedback(.arrived(let letter)):
      if state.letters[letter] == .sending { state.letters[letter] = .arrived }
    case .feedback(.failed(let letter)):
      if state.letters[letter] == .sending { state.letters[letter] = .failed }
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.connected, .sendTapped(1), .sendTapped(2)]) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { _ in [.failure(SuspectClient.Offline())] }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
