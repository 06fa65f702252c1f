import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

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
