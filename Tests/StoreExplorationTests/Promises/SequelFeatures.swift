import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A parcel that is posted, after which its receipt is filed. Its posting counts as failed if the filing fails, unless it is fixed.
struct PostedParcel: Reducer {
  enum Delivery: Equatable { case packed, sending, sent, failed }

  struct State: Equatable {
    var delivery = Delivery.packed
    var wantsReceipt = false
    var isFiling = false
  }

  enum Input: CaseIterable { case receiptTapped, sendTapped, nextTapped }
  enum Feedback { case sent, filed, failed }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectLoad) private var file

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.receiptTapped): if state.delivery == .packed { state.wantsReceipt.toggle() }
    case .input(.sendTapped):
      guard [.packed, .failed].contains(state.delivery) else { return .none }
      state.delivery = .sending
      return .run("parcel") { [wantsReceipt = state.wantsReceipt] send in
        try await post("parcel")
        await send(.sent)
        guard wantsReceipt else { return }
        _ = try await file(1)
        await send(.filed)
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.nextTapped): if state.delivery == .sent, !state.isFiling { state = State() }
    case .feedback(.sent):
      state.delivery = .sent
      state.isFiling = state.wantsReceipt
    case .feedback(.filed): state.isFiling = false
    case .feedback(.failed):
      if !isFixed || state.delivery == .sending { state.delivery = .failed }
      state.isFiling = false
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: Input.allCases,
      gates: [.post, .load([1])]
    )
  }
}

/// A court that is reserved for some minutes, and booked meanwhile. The reservation leaves a failed booking when it expires, and a retry
/// needs one, unless it is fixed.
struct TennisCourt: Reducer {
  enum Problem { case reservation, booking }

  struct State: Equatable {
    var isReserved = false
    var isWorking = false
    var isBooked = false
    var hasExpired = false
    var problem: Problem?
  }

  enum Input { case reserveTapped, bookTapped, retryTapped }
  enum Feedback { case reserved, notReserved, booked, notBooked, expired }

  private enum CancelID { case limit }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.reserveTapped): return reserve(&state)
    case .input(.bookTapped): return book(&state)
    case .input(.retryTapped):
      switch state.problem {
      case .reservation: return reserve(&state)
      case .booking: return book(&state)
      case nil: return .none
      }
    case .feedback(.reserved):
      state.isWorking = false
      state.isReserved = true
      return limit()
    case .feedback(.notReserved):
      state.isWorking = false
      state.problem = .reservation
    case .feedback(.booked): state = State(isBooked: true)
    case .feedback(.notBooked):
      state.isWorking = false
      state.problem = .booking
      return limit()
    case .feedback(.expired):
      state.isReserved = false
      state.hasExpired = true
      if isFixed { state.problem = nil }
    }
    return .none
  }

  private func reserve(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isReserved, !state.isWorking, !state.isBooked else { return .none }
    state.isWorking = true
    state.hasExpired = false
    state.problem = nil
    return request("reserve", .reserved, or: .notReserved)
  }

  private func book(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.isReserved, !state.isWorking, !state.isBooked else { return .none }
    state.isWorking = true
    state.problem = nil
    return .merge(.cancel(id: CancelID.limit), request("book", .booked, or: .notBooked))
  }

  private func limit() -> Effect<Feedback, Never> {
    .run("limit") { send in
      try await clock.sleep(for: .seconds(300))
      await send(.expired)
    }
    .cancellable(id: CancelID.limit, cancelInFlight: true)
  }

  private func request(_ name: String, _ success: Feedback, or failure: Feedback) -> Effect<Feedback, Never> {
    .run(name) { send in
      try await post(name)
      await send(success)
    } catch: { _, send in
      await send(failure)
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      if state.isBooked { return [] }
      return [state.isReserved ? .bookTapped : .reserveTapped] + (state.problem == nil ? [] : [.retryTapped])
    }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// A recipe in an editor. A user who closes it while it is saved leaves with the save, which discards what was typed meanwhile, unless it
/// is fixed.
struct RecipeEditor: Reducer {
  struct State: Equatable {
    var saved = ""
    var text: String?
    var isSaving = false
    var isLeaving = false
    var isAsking = false
  }

  enum Input: Equatable { case opened, typed(String), saveTapped, closeTapped, discardTapped, keepTapped }
  enum Feedback { case saved(String), failed }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened): state.text = state.text ?? state.saved
    case .input(.typed(let text)): if state.text != nil { state.text = text }
    case .input(.saveTapped):
      guard let text = state.text, text != state.saved, !state.isSaving else { return .none }
      state.isSaving = true
      return .run("save", of: text) { send in
        try await post(text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.closeTapped):
      if state.isSaving { state.isLeaving = true } else { leave(&state) }
    case .input(.discardTapped):
      guard state.isAsking else { return .none }
      state.isAsking = false
      state.text = nil
    case .input(.keepTapped): state.isAsking = false
    case .feedback(.saved(let text)):
      state.isSaving = false
      state.saved = text
      guard state.isLeaving else { return .none }
      state.isLeaving = false
      if isFixed { leave(&state) } else { state.text = nil }
    case .feedback(.failed):
      state.isSaving = false
      state.isLeaving = false
    }
    return .none
  }

  private func leave(_ state: inout State) {
    if state.text == state.saved { state.text = nil } else { state.isAsking = state.text != nil }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      if state.isAsking { return [.discardTapped, .keepTapped] }
      guard state.text != nil else { return [.opened] }
      return [.typed("Salt"), .typed("Pepper"), .closeTapped] + (state.isSaving ? [] : [.saveTapped])
    }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
