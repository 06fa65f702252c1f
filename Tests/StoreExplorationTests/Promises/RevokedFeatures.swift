import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A quiz, with a stream of questions and an answer to each. An accepted answer counts as failed once the stream breaks off, unless it is
/// fixed.
struct QuizRound: Reducer {
  struct State: Hashable {
    var isConnected = false
    var question: Int?
    var isSending = false
    var isAccepted = false
    var hasFailed = false
    var wasLost = false
  }

  enum Input: CaseIterable { case joinTapped, sendTapped, leaveTapped }
  enum Feedback { case opened(Int), lost, accepted, failed }

  private enum CancelID { case questions, submit }

  let isFixed: Bool

  @Dependency(\.suspectFeed) private var feed
  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.joinTapped):
      guard !state.isConnected else { return .none }
      (state.isConnected, state.wasLost) = (true, false)
      return .run("questions") { send in
        for try await question in feed() { await send(.opened(question)) }
        await send(.lost)
      } catch: { _, send in
        await send(.lost)
      }
      .cancellable(id: CancelID.questions)
    case .input(.sendTapped):
      guard state.isConnected, let question = state.question, !state.isSending, !state.isAccepted else { return .none }
      (state.isSending, state.hasFailed) = (true, false)
      return .run("submit", of: question) { send in
        _ = try await load(question)
        await send(.accepted)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.submit)
    case .input(.leaveTapped):
      guard !state.isSending else { return .none }
      state = State()
      return .cancel(id: CancelID.questions)
    case .feedback(.opened(let question)):
      state = State(isConnected: true, question: question)
      return .cancel(id: CancelID.submit)
    case .feedback(.lost):
      (state.isConnected, state.wasLost) = (false, true)
      guard state.isSending || state.isAccepted && !isFixed else { return .none }
      (state.isSending, state.isAccepted, state.hasFailed) = (false, false, true)
      return .cancel(id: CancelID.submit)
    case .feedback(.accepted): (state.isSending, state.isAccepted) = (false, true)
    case .feedback(.failed): (state.isSending, state.hasFailed) = (false, true)
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("feed", at: \.suspectFeed) { [.element(1), .element(2), .failure(SuspectClient.Offline())] }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// The counts of an election, by a feed. A refresh starts the feed anew, and never ends if that says that all is counted, unless it is
/// fixed.
struct CountNight: Reducer {
  enum Feed { case off, connecting, live, broken, complete }

  struct State: Hashable {
    var feed = Feed.off
    var isRefreshing = false
    var counted: Set<Int> = []
  }

  enum Input: CaseIterable { case appeared, disappeared, refreshPulled }
  enum Feedback { case counted(Int), ended, broke }

  private enum CancelID { case feed }

  let isFixed: Bool

  @Dependency(\.suspectFeed) private var feed

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared): return state.feed == .off ? connect(&state) : .none
    case .input(.disappeared):
      (state.feed, state.isRefreshing) = (.off, false)
      return .cancel(id: CancelID.feed)
    case .input(.refreshPulled):
      guard state.feed != .off, !state.isRefreshing else { return .none }
      state.isRefreshing = true
      return connect(&state)
    case .feedback(.counted(let district)):
      (state.feed, state.isRefreshing) = (.live, false)
      state.counted.insert(district)
    case .feedback(.ended):
      guard state.counted.count == 2 else { return breakOff(&state) }
      state.feed = .complete
      if isFixed { state.isRefreshing = false }
    case .feedback(.broke): return breakOff(&state)
    }
    return .none
  }

  private func breakOff(_ state: inout State) -> Effect<Feedback, Never> {
    (state.feed, state.isRefreshing) = (.broken, false)
    return .none
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.feed = .connecting
    return .run("feed") { send in
      for try await district in feed() { await send(.counted(district)) }
      await send(.ended)
    } catch: { _, send in
      await send(.broke)
    }
    .cancellable(id: CancelID.feed, cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("feed", at: \.suspectFeed) {
        [.element(1), .element(2), .finish, .failure(SuspectClient.Offline())]
      }
      return store
    }
  }
}

/// Coupons that are redeemed by a call, or at a till. A call that fails after the till has confirmed marks the coupon as failed, unless it is
/// fixed.
struct CouponWallet: Reducer {
  struct Coupon: Hashable, Identifiable {
    let id: Int
    var isRedeeming = false
    var isRedeemed = false
    var hasFailed = false
  }

  struct State: Equatable { var coupons: IdentifiedArray = [Coupon(id: 1), Coupon(id: 2)] }
  enum Input { case redeemTapped(Int), tillConfirmed(Int) }
  enum Feedback { case redeemed(Int), failed(Int), timedOut(Int) }

  private enum CancelID: Hashable { case redeem(Int), timeout(Int) }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.redeemTapped(let id)):
      guard let coupon = state.coupons[id: id], !coupon.isRedeemed || coupon.hasFailed, !coupon.isRedeeming else {
        return .none
      }
      state.coupons[id: id]?.isRedeeming = true
      state.coupons[id: id]?.hasFailed = false
      return redeem(id)
    case .input(.tillConfirmed(let id)):
      state.coupons[id: id] = Coupon(id: id, isRedeemed: true)
      return .cancel(id: CancelID.timeout(id))
    case .feedback(.redeemed(let id)):
      state.coupons[id: id] = Coupon(id: id, isRedeemed: true)
      return .cancel(id: CancelID.timeout(id))
    case .feedback(.failed(let id)):
      if isFixed, state.coupons[id: id]?.isRedeemed ?? true { return .none }
      state.coupons[id: id]?.isRedeeming = false
      state.coupons[id: id]?.hasFailed = true
      return .cancel(id: CancelID.timeout(id))
    case .feedback(.timedOut(let id)):
      state.coupons[id: id]?.isRedeeming = false
      state.coupons[id: id]?.hasFailed = true
      return .cancel(id: CancelID.redeem(id))
    }
  }

  private func redeem(_ id: Int) -> Effect<Feedback, Never> {
    .merge(
      .run("redeem", of: id) { send in
        try await post("\(id)")
        await send(.redeemed(id))
      } catch: { _, send in
        await send(.failed(id))
      }
      .cancellable(id: CancelID.redeem(id), cancelInFlight: true),
      .run("timeout", of: id) { send in
        try await clock.sleep(for: .seconds(20))
        await send(.timedOut(id))
      }
      .cancellable(id: CancelID.timeout(id), cancelInFlight: true)
    )
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.redeemTapped(1), .tillConfirmed(1), .redeemTapped(2)],
      gates: [.post]
    )
  }
}
