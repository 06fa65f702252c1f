import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The board of the housekeeping: who cleans a room, and whether it is ready for the next guest.
struct J32Board: Reducer {
  struct State: Equatable {
    var rooms: IdentifiedArray<J32Room> = []
    var isLoading = false
    var hasFailed = false

    /// The rooms whose rows show that a change is being saved.
    var updating: Set<Int> = []

    /// The room that could not be marked as ready.
    var unsavedRoom: Int?
    var sheet: J32Assignment.State?

    var canRefresh: Bool { !isLoading && updating.isEmpty }

    /// Whether a row can be changed.
    func canChange(_ id: Int) -> Bool { rooms[id: id] != nil && !isLoading && !updating.contains(id) }
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case readyTapped(Int)
    case roomTapped(Int)
    case sheetDismissed
    case sheet(J32Assignment.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([J32Room])
    case loadFailed
    case readySaved(Int)
    case readyFailed(Int)
    case sheet(ChildFeedback<J32Assignment>)
  }

  @Dependency(\.j32Client) private var client

  let sheet = Scope<J32Board, J32Assignment>(ifLet: \.sheet, feedback: Feedback.sheet) { J32Assignment() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped):
      guard state.canRefresh else { return .none }
      state.isLoading = true
      state.hasFailed = false
      state.unsavedRoom = nil
      return .run("rooms") { send in
        await send(.loaded(try await client.rooms()))
      } catch: { _, send in
        await send(.loadFailed)
      }

    case .input(.readyTapped(let id)):
      guard state.canChange(id), state.rooms[id: id]?.isReady == false else { return .none }
      state.updating.insert(id)
      state.unsavedRoom = nil
      return .run("ready", of: id) { send in
        try await client.markReady(id)
        await send(.readySaved(id))
      } catch: { _, send in
        await send(.readyFailed(id))
      }

    case .input(.roomTapped(let id)):
      guard state.sheet == nil, state.canChange(id) else { return .none }
      state.sheet = J32Assignment.State(room: id)
      return .none

    case .input(.sheetDismissed):
      state.sheet = nil
      return .none

    case .input(.sheet(let input)): return sheet.reduce(.input(input), into: &state)
    case .feedback(.sheet(.feedback(let feedback))): return sheet.reduce(.feedback(feedback), into: &state)

    case .feedback(.sheet(.output(.began(let id)))):
      state.updating.insert(id)
      return .none

    case .feedback(.sheet(.output(.failed(let id)))):
      state.updating.remove(id)
      return .none

    case .feedback(.sheet(.output(.assigned(let id, let cleaner)))):
      state.updating.remove(id)
      state.rooms[id: id]?.cleaner = cleaner
      state.sheet = nil
      return .none

    case .feedback(.loaded(let rooms)):
      state.isLoading = false
      state.rooms = IdentifiedArray(rooms)
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.readySaved(let id)):
      state.updating.remove(id)
      state.rooms[id: id]?.isReady = true
      return .none

    case .feedback(.readyFailed(let id)):
      state.updating.remove(id)
      state.unsavedRoom = id
      return .none
    }
  }
}

/// The sheet on which a room is given to a cleaner.
struct J32Assignment: Reducer {
  struct State: Equatable {
    var room: Int
    var isSaving = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case cleanerTapped(String) }
  enum Feedback: Equatable, Sendable { case saved(String), failed }
  enum Output: Equatable, Sendable { case began(Int), assigned(Int, String), failed(Int) }

  @Dependency(\.j32Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.cleanerTapped(let cleaner)):
      guard !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let shift = J32Shift(room: state.room, cleaner: cleaner)
      return .merge(
        .output(.began(state.room)),
        .run("assign", of: shift) { send in
          try await client.assign(shift)
          await send(.saved(cleaner))
        } catch: { _, send in
          await send(.failed)
        }
      )

    case .feedback(.saved(let cleaner)):
      state.isSaving = false
      return .output(.assigned(state.room, cleaner))

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .output(.failed(state.room))
    }
  }
}

struct J32Room: Equatable, Identifiable, Sendable {
  let id: Int
  var cleaner: String?
  var isReady = false
}

struct J32Shift: Hashable, Sendable {
  var room: Int
  var cleaner: String
}

struct J32Client: TestDependencyKey, Sendable {
  var rooms: @Sendable () async throws -> [J32Room]
  var markReady: @Sendable (_ room: Int) async throws -> Void
  var assign: @Sendable (_ shift: J32Shift) async throws -> Void

  static let testValue = J32Client(
    rooms: unimplemented("J32Client.rooms"),
    markReady: unimplemented("J32Client.markReady"),
    assign: unimplemented("J32Client.assign")
  )
}

extension DependencyValues {
  var j32Client: J32Client {
    get { self[J32Client.self] }
    set { self[J32Client.self] = newValue }
  }
}

struct J32Offline: Error {}

struct J32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J32Board.State) -> [J32Board.Input] in
        if let sheet = state.sheet {
          return sheet.isSaving ? [.sheetDismissed] : [.sheet(.cleanerTapped("Eva")), .sheetDismissed]
        }
        var inputs: [J32Board.Input] = state.canRefresh ? [.refreshTapped] : []
        for room in state.rooms where state.canChange(room.id) {
          inputs.append(.roomTapped(room.id))
          if !room.isReady { inputs.append(.readyTapped(room.id)) }
        }
        return inputs
      }
    ) { () -> TestStore<J32Board> in
      let store = TestStore(initialState: J32Board.State()) { J32Board() }
      store.gate("rooms", at: \.j32Client.rooms) {
        [.success([J32Room(id: 101), J32Room(id: 102)]), .failure(J32Offline())]
      }
      store.gate("markReady", at: \.j32Client.markReady) { _ in [.success(()), .failure(J32Offline())] }
      store.gate("assign", at: \.j32Client.assign) { _ in [.success(()), .failure(J32Offline())] }
      return store
    }
  }
}
