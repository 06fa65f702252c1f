import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Texts that are saved each by itself, though two may be the same.
struct Glossary: Reducer {
  enum Phase: Hashable { case typed, saving, saved }

  struct State: Hashable {
    var open = 1
    var entries: [Int: Phase] = [1: .typed, 2: .typed]
  }

  enum Input: Hashable { case opened(Int), saveTapped }
  enum Feedback { case saved(Int) }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened(let entry)): state.open = entry
    case .input(.saveTapped):
      let entry = state.open
      guard state.entries[entry] == .typed else { return .none }
      state.entries[entry] = .saving
      return .run("save", of: "house") { send in
        try? await post("house")
        await send(.saved(entry))
      }
    case .feedback(.saved(let entry)): state.entries[entry] = .saved
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.opened(1), .opened(2), .saveTapped],
      gates: [.post(isReliable: true)]
    )
  }
}

/// Cars nearby, and a ride, whose end ends its work and loads the cars anew.
struct CarSharing: Reducer {
  struct Ride: Hashable { var isLost = false }

  struct State: Hashable {
    var isLoading = false
    var ride: Ride?
  }

  enum Input: Hashable { case refreshTapped, rideTapped, endTapped }
  enum Feedback { case loaded, lost, due }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped): return state.isLoading || state.ride != nil ? .none : cars(&state)
    case .input(.rideTapped):
      guard state.ride == nil else { return .none }
      state.ride = Ride()
      return locate()
    case .input(.endTapped):
      guard state.ride != nil, !state.isLoading else { return .none }
      state.ride = nil
      return .merge(.cancel(id: "ride"), cars(&state))
    case .feedback(.loaded): state.isLoading = false
    case .feedback(.lost):
      state.ride?.isLost = true
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.due)
      }
      .cancellable(id: "ride", cancelInFlight: true)
    case .feedback(.due):
      state.ride?.isLost = false
      return locate()
    }
    return .none
  }

  private func cars(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    return .run("cars") { send in
      _ = try? await load(0)
      await send(.loaded)
    }
  }

  private func locate() -> Effect<Feedback, Never> {
    .run("locate") { send in
      _ = try? await load(1)
      await send(.lost)
    }
    .cancellable(id: "ride", cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.refreshTapped, .rideTapped, .endTapped],
      gates: [.load([[]], isReliable: true)]
    )
  }
}

/// A report that is sent again when the app comes back from the background, where no button does anything.
struct FieldReport: Reducer {
  enum Mode: Hashable { case written, sending, waiting, sent }

  struct State: Hashable {
    var isActive = true
    var mode = Mode.written
  }

  enum Input: Hashable { case sendTapped, retryTapped, leftApp, cameBack }
  enum Feedback { case sent, failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sendTapped): return state.isActive && state.mode == .written ? send(&state) : .none
    case .input(.retryTapped): return state.isActive && state.mode == .waiting ? send(&state) : .none
    case .input(.leftApp): state.isActive = false
    case .input(.cameBack):
      guard !state.isActive else { return .none }
      state.isActive = true
      return state.mode == .waiting ? send(&state) : .none
    case .feedback(.sent): state.mode = .sent
    case .feedback(.failed): state.mode = .waiting
    }
    return .none
  }

  private func send(_ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .sending
    return .run("send") { send in
      try await post("report")
      await send(.sent)
    } catch: { _, send in
      await send(.failed)
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.sendTapped, .retryTapped, .leftApp, .cameBack],
      gates: [.post]
    )
  }
}

/// The points of an exam, which can be saved while they aren't. Those who close it keep the papers that are graded.
struct ExamSheet: Reducer {
  struct State: Hashable {
    var paper: Int?
    var points: Int?
    var grade: Int?
    var isSaving = false
    var graded: [Int] = []
  }

  enum Input: Hashable { case opened, chosen(Int), saveTapped, closed }
  enum Feedback { case saved }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened): state.paper = 1
    case .input(.chosen(let points)):
      if state.paper != nil, !state.isSaving { state.points = points }
    case .input(.saveTapped):
      guard !state.isSaving, state.points != state.grade else { return .none }
      state.isSaving = true
      return .run("save") { send in
        try await post("points")
        await send(.saved)
      } catch: { _, _ in
      }
    case .input(.closed): if !state.isSaving { state = State(graded: state.graded) }
    case .feedback(.saved):
      state.isSaving = false
      state.grade = state.points
      state.graded = [1]
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.opened, .chosen(3), .chosen(5), .saveTapped, .closed],
      gates: [.post(isReliable: true)]
    )
  }
}
