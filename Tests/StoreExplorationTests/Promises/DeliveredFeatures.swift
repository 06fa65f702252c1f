import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// An order that counts as lost after an hour. A stream tells when it is delivered, and so does the user, after whom the hour goes on,
/// unless it is fixed.
struct LunchOrder: Reducer {
  enum State: Equatable { case choosing, underway, delivered, lost }

  enum Input: CaseIterable { case orderTapped, receivedTapped, doneTapped }

  enum Feedback { case delivered, overdue }

  private enum CancelID { case tracking, watch }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var events
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.orderTapped), .choosing):
      state = .underway
      return .merge(track(), watch())
    case (.input(.receivedTapped), .underway):
      state = .delivered
      return isFixed ? stop() : .cancel(id: CancelID.tracking)
    case (.feedback(.delivered), .underway):
      state = .delivered
      return stop()
    case (.feedback(.overdue), .underway), (.feedback(.overdue), .delivered):
      state = .lost
      return .cancel(id: CancelID.tracking)
    case (.input(.doneTapped), .delivered), (.input(.doneTapped), .lost):
      state = .choosing
      return .cancel(id: CancelID.watch)
    default: return .none
    }
  }

  private func stop() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.tracking), .cancel(id: CancelID.watch))
  }

  private func track() -> Effect<Feedback, Never> {
    .run("tracking") { send in
      for await _ in events() { await send(.delivered) }
    }
    .cancellable(id: CancelID.tracking)
  }

  private func watch() -> Effect<Feedback, Never> {
    .run("watch") { send in
      try await clock.sleep(for: .seconds(3_600))
      await send(.overdue)
    }
    .cancellable(id: CancelID.watch)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: .choosing, inputs: Input.allCases, gates: [.events(1)])
  }
}

/// Exams, for some of which a student has enrolled. Who has, can't enrol again.
struct ExamList: Reducer {
  struct Exam: Hashable, Identifiable {
    let id: Int
    var isOpen = true
  }

  struct State: Equatable {
    var exams: [Exam] = []
    var enrolled: Set<Int> = []
    var isBusy = false
  }

  enum Input: Hashable { case opened, enrolTapped(Int), withdrawTapped(Int) }

  enum Feedback { case loaded([Int]), enrolled(Int), withdrawn(Int), failed }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard !state.isBusy else { return .none }
      state.isBusy = true
      return .run("exams") { send in
        await send(.loaded(try await load(1)))
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.enrolTapped(let id)):
      guard !state.isBusy, !state.enrolled.contains(id), state.exams.contains(where: { $0.id == id && $0.isOpen })
      else { return .none }
      return change(id, .enrolled(id), &state)
    case .input(.withdrawTapped(let id)):
      return state.isBusy || !state.enrolled.contains(id) ? .none : change(id, .withdrawn(id), &state)
    case .feedback(.loaded(let open)):
      state = State(exams: [1, 2].map { Exam(id: $0, isOpen: open.contains($0)) }, enrolled: Set(open.prefix(1)))
    case .feedback(.enrolled(let id)):
      state.isBusy = false
      state.enrolled.insert(id)
    case .feedback(.withdrawn(let id)):
      state.isBusy = false
      state.enrolled.remove(id)
    case .feedback(.failed): state.isBusy = false
    }
    return .none
  }

  private func change(_ id: Int, _ result: Feedback, _ state: inout State) -> Effect<Feedback, Never> {
    state.isBusy = true
    return .run("change", of: id) { send in
      try await post("\(id)")
      await send(result)
    } catch: { _, send in
      await send(.failed)
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.opened, .enrolTapped(1), .enrolTapped(2), .withdrawTapped(1)]) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { _ in
        [.success([1, 2]), .success([2]), .failure(SuspectClient.Offline())]
      }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
