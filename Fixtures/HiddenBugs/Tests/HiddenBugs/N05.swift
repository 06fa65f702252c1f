import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum N05SaveNoteKey: TestDependencyKey {
  static let testValue: @Sendable (_ route: Int, _ note: String) async throws -> Void = unimplemented("n05SaveNote")
}

extension DependencyValues {
  var n05SaveNote: @Sendable (_ route: Int, _ note: String) async throws -> Void {
    get { self[N05SaveNoteKey.self] }
    set { self[N05SaveNoteKey.self] = newValue }
  }
}

/// The climber's notes on the routes of a wall. A friend can share a link to a route.
struct N05Routes: Reducer {
  struct State: Equatable {
    /// The saved notes, by route.
    var notes: [Int: String] = [:]

    /// The route on the screen, and its note in the text field.
    var openRoute: Int?
    var note = ""
    var hasChanges = false

    /// The first failure of a save is tried again by itself after five seconds.
    var isSaving = false
    var isWaitingToRetry = false
    var hasRetried = false
    var saveFailed = false

    /// "Discard your changes?", and the route that opens then, or once the note is saved.
    var showsDiscardAlert = false
    var nextRoute: Int?
  }

  enum Input: Equatable {
    case routeTapped(Int)
    case noteChanged(String)
    case saveTapped
    case closeTapped
    case discardTapped
    case keepTapped
    case linkOpened(Int)
  }

  enum Feedback: Equatable {
    case saved
    case saveFailed
    case retryDue
  }

  @Dependency(\.n05SaveNote) var saveNote
  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.routeTapped(let route)):
      guard state.openRoute == nil else { return .none }
      return show(route, &state)

    case .input(.noteChanged(let note)):
      guard state.openRoute != nil, !state.isSaving, !state.isWaitingToRetry, !state.showsDiscardAlert else {
        return .none
      }
      guard note != state.note else { return .none }
      state.note = note
      state.hasChanges = true
      state.saveFailed = false
      return .none

    case .input(.saveTapped):
      guard state.hasChanges, !state.showsDiscardAlert else { return .none }
      state.hasChanges = false
      state.hasRetried = false
      state.saveFailed = false
      return save(&state)

    case .input(.closeTapped):
      // The spinner is on, and the button is grey.
      guard !state.isSaving, !state.isWaitingToRetry, !state.showsDiscardAlert else { return .none }
      if state.hasChanges {
        state.showsDiscardAlert = true
        return .none
      }
      return show(nil, &state)

    case .input(.discardTapped):
      guard state.showsDiscardAlert else { return .none }
      return show(state.nextRoute, &state)

    case .input(.keepTapped):
      guard state.showsDiscardAlert else { return .none }
      state.showsDiscardAlert = false
      state.nextRoute = nil
      return .none

    case .input(.linkOpened(let route)):
      if route == state.openRoute {
        // The climber is there already.
        state.nextRoute = nil
        state.showsDiscardAlert = false
        return .none
      }
      if state.isSaving {
        state.nextRoute = route
        return .none
      }
      if state.hasChanges {
        state.nextRoute = route
        state.showsDiscardAlert = true
        return .none
      }
      return show(route, &state)

    case .feedback(.saved):
      state.isSaving = false
      state.hasRetried = false
      if let route = state.openRoute {
        state.notes[route] = state.note
      }
      if let next = state.nextRoute {
        return show(next, &state)
      }
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      if state.hasRetried {
        state.saveFailed = true
        state.hasChanges = true
        state.showsDiscardAlert = state.nextRoute != nil
        return .none
      }
      state.hasRetried = true
      state.isWaitingToRetry = true
      return .run("retry") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.retryDue)
      }
      .cancellable(id: "save", cancelInFlight: true)

    case .feedback(.retryDue):
      state.isWaitingToRetry = false
      return save(&state)
    }
  }

  /// Shows a route with its saved note, or the list of routes.
  func show(_ route: Int?, _ state: inout State) -> Effect<Feedback, Never> {
    let notes = state.notes
    state = State()
    state.notes = notes
    state.openRoute = route
    if let route {
      state.note = notes[route] ?? ""
    }
    return .cancel(id: "save")
  }

  func save(_ state: inout State) -> Effect<Feedback, Never> {
    guard let route = state.openRoute else { return .none }
    state.isSaving = true
    return .run("save", of: state.note) { [note = state.note] send in
      try await saveNote(route, note)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: "save", cancelInFlight: true)
  }
}

struct N05Offline: Error {}

struct N05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N05Routes.State) -> [N05Routes.Input] in
        if state.showsDiscardAlert { return [.discardTapped, .keepTapped, .linkOpened(1), .linkOpened(2)] }
        if state.openRoute == nil { return [.routeTapped(1), .routeTapped(2), .linkOpened(1), .linkOpened(2)] }
        return [
          .noteChanged("crimpy"), .noteChanged("slabby"), .saveTapped, .closeTapped, .linkOpened(1), .linkOpened(2),
        ]
      }
    ) { () -> TestStore<N05Routes> in
      let store = TestStore(initialState: N05Routes.State()) { N05Routes() }
      store.gate("saveNote", at: \.n05SaveNote) { _ in [.success(()), .failure(N05Offline())] }
      return store
    }
  }
}
