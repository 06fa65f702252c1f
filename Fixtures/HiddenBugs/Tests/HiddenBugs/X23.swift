import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The newsletters of a paper. A switch moves at once, and is saved behind it.
struct X23Newsletters: Reducer {
  struct State: Equatable {
    var rows: [X23Row] = []
    var isLoading = false
    var hasFailed = false
    /// The newsletter that was just left, while that can be undone.
    var undoable: String?

    var isSaving: Bool { rows.contains { $0.isSaving } }
  }

  enum Input: Equatable, Sendable {
    case refreshPulled
    case retryTapped
    case toggled(String)
    case undoTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([X23Newsletter])
    case loadingFailed
    case saved(X23Newsletter)
    case savingFailed(X23Newsletter)
    case undoPassed
  }

  private enum CancelID { case load, undo }

  @Dependency(\.x23Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshPulled):
      guard !state.isLoading, !state.isSaving else { return .none }
      return load(&state)

    case .input(.retryTapped):
      guard state.hasFailed, !state.isLoading, !state.isSaving else { return .none }
      return load(&state)

    case .input(.toggled(let id)):
      return toggle(id, into: &state)

    case .input(.undoTapped):
      guard let id = state.undoable else { return .none }
      return toggle(id, into: &state)

    case .feedback(.loaded(let newsletters)):
      state.isLoading = false
      state.rows = newsletters.map { X23Row(id: $0.id, isOn: $0.isOn) }
      return hideUndo(&state)

    case .feedback(.loadingFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.saved(let newsletter)):
      guard let index = state.rows.firstIndex(where: { $0.id == newsletter.id }) else { return .none }
      state.rows[index].isOn = newsletter.isOn
      guard let wish = state.rows[index].wish, wish != newsletter.isOn else {
        state.rows[index].wish = nil
        state.rows[index].isSaving = false
        return .none
      }
      return save(X23Newsletter(id: newsletter.id, isOn: wish))

    case .feedback(.savingFailed(let newsletter)):
      guard let index = state.rows.firstIndex(where: { $0.id == newsletter.id }) else { return .none }
      state.rows[index].hasFailed = state.rows[index].wish == newsletter.isOn
      state.rows[index].wish = nil
      state.rows[index].isSaving = false
      guard state.rows[index].shown, state.undoable == newsletter.id else { return .none }
      return hideUndo(&state)

    case .feedback(.undoPassed):
      state.undoable = nil
      return .none
    }
  }

  /// Moves a switch. The list that is on its way doesn't know of it, and is given up.
  private func toggle(_ id: String, into state: inout State) -> Effect<Feedback, Never> {
    guard let index = state.rows.firstIndex(where: { $0.id == id }) else { return .none }
    let isOn = !state.rows[index].shown
    let isSaving = state.rows[index].isSaving
    state.rows[index].wish = isOn
    state.rows[index].isSaving = true
    state.rows[index].hasFailed = false
    state.isLoading = false
    var effects: [Effect<Feedback, Never>] = [.cancel(id: CancelID.load)]
    // A save that runs is followed by another one, if the switch differs then.
    if !isSaving { effects.append(save(X23Newsletter(id: id, isOn: isOn))) }
    if !isOn {
      effects.append(offerUndo(of: id, into: &state))
    } else if state.undoable == id {
      effects.append(hideUndo(&state))
    }
    return .merge(effects)
  }

  private func save(_ newsletter: X23Newsletter) -> Effect<Feedback, Never> {
    .run("save", of: newsletter) { send in
      try await client.save(newsletter)
      await send(.saved(newsletter))
    } catch: { _, send in
      await send(.savingFailed(newsletter))
    }
  }

  private func offerUndo(of id: String, into state: inout State) -> Effect<Feedback, Never> {
    state.undoable = id
    return .run("undo") { send in
      try await clock.sleep(for: .seconds(4))
      await send(.undoPassed)
    }
    .cancellable(id: CancelID.undo, cancelInFlight: true)
  }

  private func hideUndo(_ state: inout State) -> Effect<Feedback, Never> {
    state.undoable = nil
    return .cancel(id: CancelID.undo)
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("newsletters") { send in
      await send(.loaded(try await client.newsletters()))
    } catch: { _, send in
      await send(.loadingFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct X23Row: Equatable, Identifiable, Sendable {
  var id: String
  /// What the server has.
  var isOn: Bool
  /// What the reader wants, until the server has it.
  var wish: Bool?
  var isSaving = false
  var hasFailed = false

  var shown: Bool { wish ?? isOn }
}

struct X23Newsletter: Hashable, Identifiable, Sendable {
  var id: String
  var isOn: Bool
}

struct X23Client: TestDependencyKey, Sendable {
  var newsletters: @Sendable () async throws -> [X23Newsletter]
  var save: @Sendable (_ newsletter: X23Newsletter) async throws -> Void

  static let testValue = X23Client(
    newsletters: unimplemented("X23Client.newsletters"),
    save: unimplemented("X23Client.save")
  )
}

extension DependencyValues {
  var x23Client: X23Client {
    get { self[X23Client.self] }
    set { self[X23Client.self] = newValue }
  }
}

struct X23Offline: Error {}

struct X23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X23Newsletters.State) -> [X23Newsletters.Input] in
        var inputs: [X23Newsletters.Input] = state.rows.map { .toggled($0.id) }
        if !state.isLoading, !state.isSaving {
          inputs.append(.refreshPulled)
          if state.hasFailed { inputs.append(.retryTapped) }
        }
        if state.undoable != nil { inputs.append(.undoTapped) }
        return inputs
      }
    ) { () -> TestStore<X23Newsletters> in
      let store = TestStore(initialState: X23Newsletters.State()) { X23Newsletters() }
      store.gate("newsletters", at: \.x23Client.newsletters) {
        [
          .success([X23Newsletter(id: "Morning", isOn: true), X23Newsletter(id: "Weekend", isOn: false)]),
          .failure(X23Offline()),
        ]
      }
      store.gate("save", at: \.x23Client.save) { _ in [.success(()), .failure(X23Offline())] }
      return store
    }
  }
}
