import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct J06Offline: Error {}

struct J06Wish: Hashable, Sendable {
  var plot: Int
  var note: String
}

struct J06AllotmentClient: TestDependencyKey, Sendable {
  var note: @Sendable (_ plot: Int) async throws -> String
  var save: @Sendable (_ wish: J06Wish) async throws -> Void

  static let testValue = J06AllotmentClient(
    note: unimplemented("J06AllotmentClient.note"),
    save: unimplemented("J06AllotmentClient.save")
  )
}

extension DependencyValues {
  var j06Allotment: J06AllotmentClient {
    get { self[J06AllotmentClient.self] }
    set { self[J06AllotmentClient.self] = newValue }
  }
}

/// The note that goes with a place on the waiting list of a plot.
struct J06WaitingList: Reducer {
  struct State: Equatable {
    var openPlot: Int?
    var note = ""
    var hasChanges = false
    var isLoading = false
    var loadFailed = false
    var isSaving = false
    var saveFailed = false
    var isAskingToDiscard = false
    var waitingPlot: Int?

    var canType: Bool { openPlot != nil && !isLoading && !loadFailed && !isAskingToDiscard }
  }

  enum Input: Equatable, Sendable {
    case plotTapped(Int)
    case linkOpened(Int)
    case noteChanged(String)
    case saveTapped
    case closeTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saved
    case saveFailed
  }

  @Dependency(\.j06Allotment) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.plotTapped(let plot)):
      guard state.openPlot == nil else { return .none }
      return open(plot, &state)

    case .input(.linkOpened(let plot)):
      guard plot != state.openPlot else { return .none }
      guard !state.hasChanges else {
        state.waitingPlot = plot
        state.isAskingToDiscard = true
        return .none
      }
      return open(plot, &state)

    case .input(.noteChanged(let note)):
      guard state.canType, note != state.note else { return .none }
      state.note = note
      state.hasChanges = true
      return .none

    case .input(.saveTapped):
      guard state.canType, state.hasChanges, !state.isSaving, let plot = state.openPlot else { return .none }
      state.isSaving = true
      state.saveFailed = false
      state.hasChanges = false
      return .run("save", of: plot) { [note = state.note] send in
        try await client.save(J06Wish(plot: plot, note: note))
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: "save", cancelInFlight: true)

    case .input(.closeTapped):
      guard state.openPlot != nil, !state.isSaving, !state.isAskingToDiscard else { return .none }
      guard !state.hasChanges else {
        state.isAskingToDiscard = true
        return .none
      }
      state = State()
      return .cancel(id: "load")

    case .input(.discardTapped):
      guard state.isAskingToDiscard, !state.isSaving else { return .none }
      if let plot = state.waitingPlot { return open(plot, &state) }
      state = State()
      return .none

    case .input(.keepTapped):
      state.isAskingToDiscard = false
      state.waitingPlot = nil
      return .none

    case .feedback(.loaded(let note)):
      state.isLoading = false
      state.note = note
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.saved):
      state.isSaving = false
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveFailed = true
      state.hasChanges = true
      return .none
    }
  }

  private func open(_ plot: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(openPlot: plot, isLoading: true)
    return .merge(
      .cancel(id: "save"),
      .run("load", of: plot) { send in
        await send(.loaded(try await client.note(plot)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: "load", cancelInFlight: true)
    )
  }
}

struct J06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J06WaitingList.State) -> [J06WaitingList.Input] in
        [
          .plotTapped(1), .linkOpened(2), .noteChanged(state.note == "Sunny" ? "Shady" : "Sunny"), .saveTapped,
          .closeTapped, .discardTapped, .keepTapped,
        ]
      }
    ) { () -> TestStore<J06WaitingList> in
      let store = TestStore(initialState: J06WaitingList.State()) { J06WaitingList() }
      store.gate("note", at: \.j06Allotment.note) { _ in [.success(""), .failure(J06Offline())] }
      store.gate("save", at: \.j06Allotment.save) { _ in [.success(()), .failure(J06Offline())] }
      return store
    }
  }
}
