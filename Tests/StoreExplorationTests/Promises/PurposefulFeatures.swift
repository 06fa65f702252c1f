import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A call at the door, which rings for a while, and which lasts when it is answered.
struct Intercom: Reducer {
  struct State: Hashable {
    struct Call: Hashable {
      var isAnswered = false
      var isMuted = false
    }

    var isListening = false
    var call: Call?
  }

  enum Input: CaseIterable { case appeared, muted, answered, hungUp }
  enum Feedback { case rang, ringingEnded }
  enum CancelID { case ringing }

  @Dependency(\.suspectEvents) private var rings
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isListening else { return .none }
      state.isListening = true
      return .run("rings") { send in
        for await _ in rings() { await send(.rang) }
      }
    case .input(.muted):
      if state.call?.isAnswered == false { state.call?.isMuted = true }
    case .input(.answered):
      guard let call = state.call, !call.isAnswered else { return .none }
      state.call = State.Call(isAnswered: true)
      return .cancel(id: CancelID.ringing)
    case .input(.hungUp):
      guard state.call != nil else { return .none }
      state.call = nil
      return .cancel(id: CancelID.ringing)
    case .feedback(.rang):
      guard state.call == nil else { return .none }
      state.call = State.Call()
      return .run("ringing") { send in
        try await clock.sleep(for: .seconds(30))
        await send(.ringingEnded)
      }
      .cancellable(id: CancelID.ringing)
    case .feedback(.ringingEnded): state.call = nil
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("rings", at: \.suspectEvents) { [.element(1)] }
      return store
    }
  }
}

/// Seats of a cinema, for which there is a time in all. When it is over, it stops what is being held, too.
struct CinemaSeats: Reducer {
  enum Seat: Hashable { case free, holding, held }

  struct State: Hashable {
    var seats: [Int: Seat] = [1: .free, 2: .free]
    var timeIsOver = false
  }

  enum Input { case tapped(Int) }
  enum Feedback { case held(Int), failed(Int), timeEnded }
  enum CancelID { case time, holds }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped(let id)):
      guard state.seats[id] == .free else { return .none }
      state.seats[id] = .holding
      state.timeIsOver = false
      return .run("hold", of: id) { send in
        try await post("\(id)")
        await send(.held(id))
      } catch: { _, send in
        await send(.failed(id))
      }
      .cancellable(id: CancelID.holds)
    case .feedback(.held(let id)):
      let isFirst = !state.seats.values.contains(.held)
      state.seats[id] = .held
      return isFirst ? time : .none
    case .feedback(.failed(let id)): state.seats[id] = .free
    case .feedback(.timeEnded):
      state = State(timeIsOver: true)
      return .cancel(id: CancelID.holds)
    }
    return .none
  }

  private var time: Effect<Feedback, Never> {
    .run("time") { send in
      try await clock.sleep(for: .seconds(300))
      await send(.timeEnded)
    }
    .cancellable(id: CancelID.time)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: [.tapped(1), .tapped(2)], gates: [.post])
  }
}

/// Things to do that count as done at once. A failed save is tried again, and isn't taken back.
struct Chores: Reducer {
  struct Chore: Hashable, Identifiable {
    let id: Int
    var isDone = false
  }

  struct State: Hashable {
    var chores: IdentifiedArray<Chore> = [Chore(id: 1), Chore(id: 2)]
    var openCount = 2
    var unsaved: Set<Int> = []
    var saving: Set<Int> = []
  }

  enum Input { case tapped(Int), triedAgain }
  enum Feedback { case saved(Int), failed(Int) }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped(let id)):
      guard let chore = state.chores[id: id] else { return .none }
      state.chores[id: id]?.isDone = !chore.isDone
      state.openCount += chore.isDone ? 1 : -1
      return save(id, &state)
    case .input(.triedAgain): return .merge(state.unsaved.sorted().map { save($0, &state) })
    case .feedback(.saved(let id)): state.saving.remove(id)
    case .feedback(.failed(let id)):
      state.saving.remove(id)
      state.unsaved.insert(id)
    }
    return .none
  }

  private func save(_ id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.unsaved.remove(id)
    state.saving.insert(id)
    return .run("save", of: id) { send in
      try await post("\(id)")
      await send(.saved(id))
    } catch: { _, send in
      await send(.failed(id))
    }
    .cancellable(id: id, cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: [.tapped(1), .tapped(2), .triedAgain], gates: [.post])
  }
}

/// A camera on a glacier, whose pictures pause in the background, also after a failure.
struct Webcam: Reducer {
  struct State: Hashable {
    var isInBackground = false
    var hasPicture = false
    var isLoading = false
    var hasFailed = false
  }

  enum Input: CaseIterable { case appeared, enteredBackground, enteredForeground }
  enum Feedback { case loaded, failed, pauseEnded }
  enum CancelID { case work }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared): return state.isInBackground || state.isLoading ? .none : picture(&state)
    case .input(.enteredBackground):
      state.isInBackground = true
      state.isLoading = false
      return .cancel(id: CancelID.work)
    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return picture(&state)
    case .feedback(.loaded):
      state.isLoading = false
      state.hasPicture = true
      return pause
    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return pause
    case .feedback(.pauseEnded): return picture(&state)
    }
  }

  private func picture(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("picture") { send in
      _ = try await load(1)
      await send(.loaded)
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.work, cancelInFlight: true)
  }

  private var pause: Effect<Feedback, Never> {
    .run("pause") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.pauseEnded)
    }
    .cancellable(id: CancelID.work, cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.load([1])])
  }
}
