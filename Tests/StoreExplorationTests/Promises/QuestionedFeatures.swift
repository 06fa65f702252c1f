import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// The amount of an order, which is saved by a call that returns nothing. A link asks where it is changed, and discards the save, unless it
/// is fixed.
struct StandingOrder: Reducer {
  enum Phase { case viewing, changed, saving }

  struct State: Equatable {
    var order = 1
    var phase = Phase.viewing
    var isAsking = false
  }

  enum Input { case changed, saveTapped, linkOpened, discardTapped, keepTapped }
  enum Feedback { case saved, failed }

  private enum CancelID { case save }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.changed): if state.phase == .viewing { state.phase = .changed }
    case .input(.saveTapped):
      guard state.phase == .changed else { return .none }
      state.phase = .saving
      return .run("save") { send in
        try await post("amount")
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.save)
    case .input(.linkOpened):
      if state.phase == .changed || isFixed && state.phase == .saving {
        state.isAsking = true
        return .none
      }
      return leave(&state)
    case .input(.discardTapped): return state.isAsking ? leave(&state) : .none
    case .input(.keepTapped): state.isAsking = false
    case .feedback(.saved): state.phase = .viewing
    case .feedback(.failed): state.phase = .changed
    }
    return .none
  }

  private func leave(_ state: inout State) -> Effect<Feedback, Never> {
    state = State(order: 3 - state.order)
    return .cancel(id: CancelID.save)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      if state.isAsking { return [.discardTapped, .keepTapped] }
      switch state.phase {
      case .viewing: return [.changed, .linkOpened]
      case .changed: return [.saveTapped, .linkOpened]
      case .saving: return [.linkOpened]
      }
    }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// The address of a user, which is saved by a call that returns something. Two links ask where it is changed, and discard the save, unless it
/// is fixed.
struct AddressForm: Reducer {
  struct State: Equatable {
    var isOpen = false
    var isChanged = false
    var isSaving = false
    var link: Link?
    var shown: Link?
  }

  enum Link: Equatable { case address(Int), order(Int) }
  enum Input: Equatable { case opened, changed, saveTapped, linkOpened(Link), discardTapped, keepTapped }
  enum Feedback { case saved, failed }

  private enum CancelID { case save }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      state.isOpen = true
      state.shown = nil
    case .input(.changed): state.isChanged = true
    case .input(.saveTapped):
      guard state.isChanged, !state.isSaving else { return .none }
      state.isSaving = true
      return .run("save") { send in
        _ = try await load(1)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.save)
    case .input(.linkOpened(let link)):
      guard !(state.isChanged && (isFixed || !state.isSaving)) else {
        state.link = link
        return .none
      }
      state = State(shown: link)
      return .cancel(id: CancelID.save)
    case .input(.discardTapped):
      state = State(shown: state.link)
      return .cancel(id: CancelID.save)
    case .input(.keepTapped): state.link = nil
    case .feedback(.saved): state = State(shown: state.link)
    case .feedback(.failed): state.isSaving = false
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      if state.link != nil { return [.discardTapped, .keepTapped] }
      let links: [Input] = [.linkOpened(.address(2)), .linkOpened(.order(7))]
      guard state.isOpen else { return links + [.opened] }
      return state.isSaving ? links : links + [.changed, .saveTapped]
    }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// Absences that are reported, and that a stream confirms. The confirmation closes the form of its day, and ends its report. It is right.
struct Absences: Reducer {
  struct Absence: Hashable, Identifiable {
    let id: Int
    var isConfirmed = true
  }

  struct Form: Hashable, Identifiable {
    let id: Int
    var isSending = false
  }

  struct State: Equatable {
    var absences: [Absence] = []
    var form: Form?
  }

  enum Input: Equatable { case opened(Int), sendTapped }
  enum Feedback { case confirmed(Int), failed }

  private enum CancelID { case report }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectEvents) private var events

  func start(from state: State) -> Effect<Feedback, Never> {
    .run("confirmations") { send in
      for await day in events() { await send(.confirmed(day)) }
    }
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened(let day)):
      if state.form == nil, !state.absences.contains(where: { $0.id == day }) { state.form = Form(id: day) }
    case .input(.sendTapped):
      guard let form = state.form, !form.isSending else { return .none }
      state.form?.isSending = true
      return .run("report", of: form.id) { send in
        try await post("\(form.id)")
        await send(.confirmed(form.id))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.report)
    case .feedback(.confirmed(let day)):
      if !state.absences.contains(where: { $0.id == day }) { state.absences.append(Absence(id: day)) }
      guard state.form?.id == day else { return .none }
      state.form = nil
      return .cancel(id: CancelID.report)
    case .feedback(.failed): state.form?.isSending = false
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.opened(1), .opened(2), .sendTapped]) {
      let events = StreamGate<Void, Int, Never>("events") { _ in [.element(1), .element(2)] }
      let store = TestStore(initialState: State()) {
        Self()
      } withDependencies: {
        $0.suspectEvents = { AsyncStream(events()) }
      }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
