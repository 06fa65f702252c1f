import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A count whose scanner a submission stops, and that goes on after a failed one. It is right.
struct StockCount: Reducer {
  enum Submission { case open, running, failed, done }

  struct State: Equatable {
    var isScanning = false
    var items: Set<Int> = []
    var submission = Submission.open
  }

  enum Input { case scanTapped, submitTapped, newCountTapped }
  enum Feedback { case scanned(Int), submitted, failed }

  private enum CancelID { case scanner }

  @Dependency(\.suspectEvents) private var events
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.scanTapped):
      guard !state.isScanning, state.submission == .open || state.submission == .failed else { return .none }
      state.isScanning = true
      return .run("scanner") { send in
        for await item in events() { await send(.scanned(item)) }
      }
      .cancellable(id: CancelID.scanner)
    case .input(.submitTapped):
      guard state.submission == .open || state.submission == .failed else { return .none }
      (state.submission, state.isScanning, state.items) = (.running, false, [])
      let submit = Effect<Feedback, Never>.run("submit") { send in
        try await post("count")
        await send(.submitted)
      } catch: { _, send in
        await send(.failed)
      }
      return .merge(.cancel(id: CancelID.scanner), submit)
    case .input(.newCountTapped): if state.submission == .done { state = State() }
    case .feedback(.scanned(let item)): if state.submission == .open { state.items.insert(item) }
    case .feedback(.submitted): state.submission = .done
    case .feedback(.failed): state.submission = .failed
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.scanTapped, .submitTapped, .newCountTapped],
      gates: [.events(1, 2), .post]
    )
  }
}

/// A note that is saved under its name, and is left after a failed save if all that was unsaved has been taken back. It is right.
struct NamedNote: Reducer {
  struct State: Equatable {
    var note: String?
    var isLoading = false
    var isChanged = false
    var isSaving = false
    var isLeaving = false
  }

  enum Input { case opened(String), changed, takenBack, saveTapped, closed }
  enum Feedback { case loaded, saved, failed }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened(let note)):
      guard state.note == nil else { return .none }
      (state.note, state.isLoading) = (note, true)
      return .run("load", of: note) { send in
        _ = try await load(1)
        await send(.loaded)
      }
    case .input(.changed): if !state.isLoading, state.note != nil { state.isChanged = true }
    case .input(.takenBack): state.isChanged = false
    case .input(.saveTapped):
      guard state.isChanged, !state.isSaving, let note = state.note else { return .none }
      state.isSaving = true
      return .run("save") { send in
        try await post(note)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.closed):
      guard !state.isSaving else {
        state.isLeaving = true
        return .none
      }
      if !state.isChanged, !state.isLoading { state = State() }
    case .feedback(.loaded): state.isLoading = false
    case .feedback(.saved):
      (state.isSaving, state.isChanged) = (false, false)
      if state.isLeaving { state = State() }
    case .feedback(.failed):
      state.isSaving = false
      if state.isLeaving, !state.isChanged { state = State() }
      state.isLeaving = false
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.opened("Ideas"), .changed, .takenBack, .saveTapped, .closed],
      gates: [.load([[1]], isReliable: true), .post]
    )
  }
}

/// Two reports that take long after a time, and that may succeed all the same, beside a pause that may end at the same time. They are
/// right.
struct SlowReports: Reducer {
  enum Status { case draft, sending, slow, sent, failed }

  struct Report: Equatable, Identifiable {
    let id: Int
    var status = Status.draft
  }

  struct State: Equatable {
    var reports: IdentifiedArray = [Report(id: 1), Report(id: 2)]
    var isPaused = false
  }

  enum Input { case sendTapped(Int), paused }
  enum Feedback { case sent(Int), failed(Int), tookLong(Int), pauseOver }

  private enum CancelID: Hashable { case report(Int) }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sendTapped(let id)):
      guard [.draft, .failed].contains(state.reports[id: id]?.status) else { return .none }
      state.reports[id: id]?.status = .sending
      let send = Effect<Feedback, Never>.run("send", of: id) { send in
        try await post("report \(id)")
        await send(.sent(id))
      } catch: { _, send in
        await send(.failed(id))
      }
      let patience = Effect<Feedback, Never>.run("patience", of: id) { send in
        try await clock.sleep(for: .seconds(20))
        await send(.tookLong(id))
      }
      return .merge(send, patience).cancellable(id: CancelID.report(id))
    case .input(.paused):
      guard !state.isPaused else { return .none }
      state.isPaused = true
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(20))
        await send(.pauseOver)
      }
    case .feedback(.pauseOver): state.isPaused = false
    case .feedback(.sent(let id)):
      state.reports[id: id]?.status = .sent
      return .cancel(id: CancelID.report(id))
    case .feedback(.failed(let id)):
      state.reports[id: id]?.status = .failed
      return .cancel(id: CancelID.report(id))
    case .feedback(.tookLong(let id)): state.reports[id: id]?.status = .slow
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: [.sendTapped(1), .sendTapped(2), .paused], gates: [.post])
  }
}
