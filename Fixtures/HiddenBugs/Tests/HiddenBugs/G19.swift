import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The grades of a class. The entry of a pupil is opened from the list, or by a link in a message.
struct G19Gradebook: Reducer {
  struct State: Equatable {
    var grades: [Int: Int] = [:]
    var entry: G19Entry.State?
    /// Where the user wants to go once the entry is saved, or given up.
    var destination: Destination?

    var asksToDiscard: Bool { destination != nil && entry?.isSaving == false }
  }

  enum Destination: Equatable {
    case list
    case pupil(Int)
  }

  enum Input: Equatable, Sendable {
    case pupilTapped(Int)
    case linkOpened(Int)
    case closeTapped
    case discardTapped
    case stayTapped
    case entry(G19Entry.Input)
  }

  enum Feedback: Equatable, Sendable {
    case entry(ChildFeedback<G19Entry>)
  }

  private let entryScope = Scope<G19Gradebook, G19Entry>(ifLet: \.entry, feedback: Feedback.entry) { G19Entry() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.entry(let input)): return entryScope.reduce(.input(input), into: &state)
    case .feedback(.entry(.feedback(let feedback))): return entryScope.reduce(.feedback(feedback), into: &state)

    case .input(.pupilTapped(let pupil)):
      guard state.entry == nil else { return .none }
      return go(to: .pupil(pupil), from: &state)

    case .input(.linkOpened(let pupil)):
      guard pupil != state.entry?.pupil else {
        state.destination = nil
        return .none
      }
      return leave(for: .pupil(pupil), from: &state)

    case .input(.closeTapped):
      return leave(for: .list, from: &state)

    case .input(.discardTapped):
      guard state.asksToDiscard, let destination = state.destination else { return .none }
      return go(to: destination, from: &state)

    case .input(.stayTapped):
      guard state.asksToDiscard else { return .none }
      state.destination = nil
      return .none

    case .feedback(.entry(.output(.saved(let grade)))):
      state.grades[grade.pupil] = grade.value
      guard let destination = state.destination else { return .none }
      return go(to: destination, from: &state)
    }
  }

  /// Leaves the entry at once if nothing gets lost. Otherwise its save or the user decides.
  private func leave(for destination: Destination, from state: inout State) -> Effect<Feedback, Never> {
    if let entry = state.entry, entry.isSaving || entry.isEdited {
      state.destination = destination
      return .none
    }
    return go(to: destination, from: &state)
  }

  private func go(to destination: Destination, from state: inout State) -> Effect<Feedback, Never> {
    state.destination = nil
    switch destination {
    case .list:
      state.entry = nil
      return .none
    case .pupil(let pupil):
      state.entry = G19Entry.State(pupil: pupil, saved: state.grades[pupil])
      return entryScope.start(from: state)
    }
  }
}

/// The grade of one pupil, below the earlier ones.
struct G19Entry: Reducer {
  struct State: Equatable, Identifiable {
    let pupil: Int
    var saved: Int?
    var chosen: Int?
    var history = History.loading
    var isSaving = false
    var saveFailed = false

    var id: Int { pupil }
    var isEdited: Bool { chosen != nil && chosen != saved }

    init(pupil: Int, saved: Int?) {
      self.pupil = pupil
      self.saved = saved
      chosen = saved
    }
  }

  enum History: Equatable {
    case loading
    case failed
    case loaded([Int])
  }

  enum Input: Equatable, Sendable {
    case gradeChosen(Int)
    case saveTapped
    case historyRetryTapped
  }

  enum Feedback: Equatable, Sendable {
    case historyLoaded([Int])
    case historyFailed
    case saved(G19Grade)
    case saveFailed
  }

  enum Output: Equatable, Sendable { case saved(G19Grade) }

  @Dependency(\.g19Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { loadHistory(of: state.pupil) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.gradeChosen(let grade)):
      guard !state.isSaving else { return .none }
      state.chosen = grade
      state.saveFailed = false
      return .none

    case .input(.saveTapped):
      guard state.isEdited, !state.isSaving, let value = state.chosen else { return .none }
      state.isSaving = true
      state.saveFailed = false
      let grade = G19Grade(pupil: state.pupil, value: value)
      return .run("save", of: grade) { send in
        try await client.save(grade)
        await send(.saved(grade))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.historyRetryTapped):
      guard state.history == .failed else { return .none }
      state.history = .loading
      return loadHistory(of: state.pupil)

    case .feedback(.historyLoaded(let grades)):
      state.history = .loaded(grades)
      return .none

    case .feedback(.historyFailed):
      state.history = .failed
      return .none

    case .feedback(.saved(let grade)):
      state.isSaving = false
      state.saved = grade.value
      return .output(.saved(grade))

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveFailed = true
      return .none
    }
  }

  private func loadHistory(of pupil: Int) -> Effect<Feedback, Output> {
    .run("history", of: pupil) { send in
      await send(.historyLoaded(try await client.history(pupil)))
    } catch: { _, send in
      await send(.historyFailed)
    }
  }
}

struct G19Grade: Hashable, Sendable {
  var pupil: Int
  var value: Int
}

struct G19Client: TestDependencyKey, Sendable {
  var history: @Sendable (_ pupil: Int) async throws -> [Int]
  var save: @Sendable (_ grade: G19Grade) async throws -> Void

  static let testValue = G19Client(
    history: unimplemented("G19Client.history"),
    save: unimplemented("G19Client.save")
  )
}

extension DependencyValues {
  var g19Client: G19Client {
    get { self[G19Client.self] }
    set { self[G19Client.self] = newValue }
  }
}

struct G19Offline: Error {}

struct G19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G19Gradebook.State) -> [G19Gradebook.Input] in
        let links: [G19Gradebook.Input] = [.linkOpened(1), .linkOpened(2)]
        guard let entry = state.entry else { return links + [.pupilTapped(1), .pupilTapped(2)] }
        if state.asksToDiscard { return links + [.discardTapped, .stayTapped] }
        if entry.isSaving { return links + [.closeTapped] }
        var inputs = links + [.closeTapped, .entry(.gradeChosen(1)), .entry(.gradeChosen(2))]
        if entry.isEdited { inputs.append(.entry(.saveTapped)) }
        if entry.history == .failed { inputs.append(.entry(.historyRetryTapped)) }
        return inputs
      }
    ) { () -> TestStore<G19Gradebook> in
      let store = TestStore(initialState: G19Gradebook.State()) { G19Gradebook() }
      store.gate("history", at: \.g19Client.history) { pupil in [.success([pupil + 1, 3]), .failure(G19Offline())] }
      store.gate("save", at: \.g19Client.save) { _ in [.success(()), .failure(G19Offline())] }
      return store
    }
  }
}
