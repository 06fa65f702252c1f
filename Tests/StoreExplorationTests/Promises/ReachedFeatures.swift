import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A scan for sensors whose spinner ends with a failure, and stays when the stream of sensors ends, unless it is fixed.
struct SensorScan: Reducer {
  struct State: Equatable {
    var isScanning = false
    var found: [Int] = []
    var hasFailed = false
  }

  enum Input { case scanTapped, stopTapped }
  enum Feedback { case found(Int), ended, failed }

  private enum CancelID { case scan }

  let isFixed: Bool

  @Dependency(\.suspectFeed) private var sensors

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.scanTapped):
      guard !state.isScanning else { return .none }
      state = State(isScanning: true)
      return .run("scan") { [isFixed] send in
        for try await sensor in sensors() { await send(.found(sensor)) }
        if isFixed { await send(.ended) }
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.scan)
    case .input(.stopTapped):
      state.isScanning = false
      return .cancel(id: CancelID.scan)
    case .feedback(.found(let sensor)): if !state.found.contains(sensor) { state.found.append(sensor) }
    case .feedback(.ended): state.isScanning = false
    case .feedback(.failed): (state.isScanning, state.hasFailed) = (false, true)
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.scanTapped, .stopTapped]) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("sensors", at: \.suspectFeed) { [.element(1), .failure(SuspectClient.Offline()), .finish] }
      return store
    }
  }
}

/// A boost of a charger that is on until a check finds that it is over. It is right.
struct ChargerBoost: Reducer {
  enum Boost { case off, requested, on }

  struct State: Equatable { var boost = Boost.off }

  enum Input { case boostTapped }
  enum Feedback { case boosted, refused, due, checked(isOn: Bool) }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.boostTapped):
      guard state.boost == .off else { return .none }
      state.boost = .requested
      return .run("boost") { send in
        try await post("boost")
        await send(.boosted)
      } catch: { _, send in
        await send(.refused)
      }
    case .feedback(.boosted):
      state.boost = .on
      return pause()
    case .feedback(.refused): state.boost = .off
    case .feedback(.due):
      return .run("check") { send in
        await send(.checked(isOn: try await load(1) == [1]))
      } catch: { _, send in
        await send(.checked(isOn: true))
      }
    case .feedback(.checked(let isOn)):
      guard isOn else {
        state.boost = .off
        return .none
      }
      return pause()
    }
    return .none
  }

  private func pause() -> Effect<Feedback, Never> {
    .run("pause") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.due)
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.boostTapped],
      gates: [.load([[1], []], isReliable: false), .post]
    )
  }
}

/// An order to a switch that is over when the hub reports it, or after a time limit, and not when it is accepted. It is right.
struct SwitchOrder: Reducer {
  struct State: Equatable {
    var isOn = false
    var isOrdered = false
    var stage = 0
    var hasFailed = false
  }

  enum Input { case appeared, tapped }
  enum Feedback { case reported(Int), reached(Int), refused, late }

  private enum CancelID { case order, reports }

  @Dependency(\.suspectEvents) private var reports
  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return .run("reports") { send in
        for await report in reports() { await send(.reported(report)) }
      }
      .cancellable(id: CancelID.reports, cancelInFlight: true)
    case .input(.tapped):
      guard !state.isOrdered, !state.isOn else { return .none }
      (state.isOrdered, state.stage, state.hasFailed) = (true, 0, false)
      let turn = Effect<Feedback, Never>.run("turn") { send in
        for stage in 1...8 {
          try await post("turn")
          await send(.reached(stage))
        }
      } catch: { _, send in
        await send(.refused)
      }
      let limit = Effect<Feedback, Never>.run("limit") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.late)
      }
      return .merge(turn, limit).cancellable(id: CancelID.order)
    case .feedback(.reached(let stage)):
      state.stage = stage
      return .none
    case .feedback(.reported(let report)):
      guard report == 1 else { return .none }
      (state.isOn, state.isOrdered, state.hasFailed) = (true, false, false)
      return .cancel(id: CancelID.order)
    case .feedback(.refused), .feedback(.late):
      (state.isOrdered, state.hasFailed) = (false, true)
      return .cancel(id: CancelID.order)
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: [.appeared, .tapped], gates: [.events(1, 2), .post])
  }
}

/// An account whose session any failure ends. The other request goes on then, unless it is fixed, though a log-out stops both.
struct ExpiringAccount: Reducer {
  struct State: Equatable {
    var isLoggedIn = false
    var isLoading = false
    var policies: [Int] = []
    var isOpening = false
    var document: [Int]?
    var hasExpired = false
  }

  enum Input { case loggedIn, refreshTapped, documentTapped, loggedOut }
  enum Feedback { case loaded([Int]), opened([Int]), expired }

  private enum CancelID { case requests }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loggedIn):
      guard !state.isLoggedIn else { return .none }
      state = State(isLoggedIn: true)
    case .input(.refreshTapped):
      guard state.isLoggedIn, !state.isLoading else { return .none }
      state.isLoading = true
      return request("policies", 1, Feedback.loaded)
    case .input(.documentTapped):
      guard state.isLoggedIn, !state.isOpening else { return .none }
      state.isOpening = true
      return request("document", 2, Feedback.opened)
    case .input(.loggedOut):
      guard state.isLoggedIn else { return .none }
      state = State()
      return .cancel(id: CancelID.requests)
    case .feedback(.loaded(let policies)): (state.isLoading, state.policies) = (false, policies)
    case .feedback(.opened(let document)): (state.isOpening, state.document) = (false, document)
    case .feedback(.expired):
      state = State(hasExpired: true)
      return isFixed ? .cancel(id: CancelID.requests) : .none
    }
    return .none
  }

  private func request(_ name: String, _ number: Int, _ answer: @escaping @Sendable ([Int]) -> Feedback) -> Effect<
    Feedback, Never
  > {
    .run(name) { send in
      await send(answer(try await load(number)))
    } catch: { _, send in
      await send(.expired)
    }
    .cancellable(id: CancelID.requests)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.loggedIn, .refreshTapped, .documentTapped, .loggedOut],
      gates: [.load([1])]
    )
  }
}

/// The programme of a festival, page by page, beside a stream that never ends. The retry is dead after a refresh that fails on the last page,
/// unless it is fixed.
struct FestivalPages: Reducer {
  struct State: Equatable {
    var pageCount = 0
    var isComplete = false
    var loadingPage: Int?
    var failedPage: Int?
  }

  enum Input { case appeared, refreshPulled, endReached, retryTapped }
  enum Feedback { case loaded(Int), failed(Int), sold }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var sales
  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.pageCount == 0, state.loadingPage == nil, state.failedPage == nil else { return .none }
      let follow = Effect<Feedback, Never>.run("sales") { send in
        for await _ in sales() { await send(.sold) }
      }
      return .merge(page(0, &state), follow)
    case .input(.refreshPulled): return state.pageCount > 0 && state.loadingPage == nil ? page(0, &state) : .none
    case .input(.endReached), .input(.retryTapped):
      let isRetry = isFixed && state.failedPage != nil
      guard state.pageCount > 0 || state.failedPage != nil, state.loadingPage == nil, isRetry || !state.isComplete
      else {
        return .none
      }
      return page(state.failedPage ?? state.pageCount, &state)
    case .feedback(.loaded(let number)):
      (state.loadingPage, state.pageCount, state.isComplete) = (nil, number + 1, number == 1)
    case .feedback(.failed(let number)): (state.loadingPage, state.failedPage) = (nil, number)
    case .feedback(.sold): break
    }
    return .none
  }

  private func page(_ number: Int, _ state: inout State) -> Effect<Feedback, Never> {
    (state.loadingPage, state.failedPage) = (number, nil)
    return .run("page", of: number) { send in
      _ = try await load(number)
      await send(.loaded(number))
    } catch: { _, send in
      await send(.failed(number))
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      guard state.pageCount > 0 || state.failedPage != nil || state.loadingPage != nil else { return [.appeared] }
      if state.failedPage != nil { return [.refreshPulled, .retryTapped] }
      return state.loadingPage == nil && !state.isComplete ? [.refreshPulled, .endReached] : [.refreshPulled]
    }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      store.gate("sales", at: \.suspectEvents) { [.element(1)] }
      return store
    }
  }
}

/// A reaction that may be changed again and again, of which the inputs try three. It is right.
struct BoundedReaction: Reducer {
  struct State: Equatable {
    var attempt = 0
    var isChosen = false
    var isConfirmed = false
  }

  enum Input { case tapped }
  enum Feedback { case confirmed, failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped):
      state = State(attempt: state.attempt + 1, isChosen: !state.isChosen)
      return .run("react") { send in
        try await post("reaction")
        await send(.confirmed)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "react", cancelInFlight: true)
    case .feedback(.confirmed): state.isConfirmed = true
    case .feedback(.failed): state.isChosen.toggle()
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { $0.attempt < 3 ? [.tapped] : [] }) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
