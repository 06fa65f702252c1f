import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The works of a museum, room by room and page by page. A heart keeps a work for the visit.
struct E13Collection: Reducer {
  /// What the list asks for.
  enum Request: Equatable {
    case first
    case refresh
    case next(Int)

    var page: Int { if case .next(let page) = self { page } else { 1 } }
  }

  enum Loading: Equatable {
    case idle
    case running(Request)
    case failed(Request)
  }

  struct State: Equatable {
    var room = E13Room.dutch
    var works: [E13Work] = []
    var nextPage: Int?
    var loading = Loading.idle
    var hearts: Set<Int> = []
    var savingHearts: Set<Int> = []
  }

  enum Input: Equatable, Sendable {
    case appeared
    case roomChosen(E13Room)
    case endReached
    case refreshPulled
    case retryTapped
    case heartTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(E13Page)
    case failed
    case heartSaved(Int)
    case heartFailed(Int)
  }

  private enum CancelID { case works }

  @Dependency(\.e13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.works.isEmpty, state.loading == .idle else { return .none }
      return load(.first, into: &state)

    case .input(.roomChosen(let room)):
      guard room != state.room else { return .none }
      state.room = room
      state.works = []
      state.nextPage = nil
      return load(.first, into: &state)

    case .input(.endReached):
      guard state.loading == .idle, let page = state.nextPage else { return .none }
      return load(.next(page), into: &state)

    case .input(.refreshPulled):
      // A refresh replaces a page that is on its way.
      switch state.loading {
      case .running(.first), .running(.refresh): return .none
      case .idle, .failed, .running(.next): return load(.refresh, into: &state)
      }

    case .input(.retryTapped):
      guard case .failed(let request) = state.loading else { return .none }
      return load(request, into: &state)

    case .input(.heartTapped(let id)):
      guard !state.savingHearts.contains(id) else { return .none }
      state.savingHearts.insert(id)
      state.hearts.formSymmetricDifference([id])
      let isOn = state.hearts.contains(id)
      return .run("heart", of: id) { send in
        try await client.setHeart(id, isOn)
        await send(.heartSaved(id))
      } catch: { _, send in
        await send(.heartFailed(id))
      }

    case .feedback(.loaded(let page)):
      guard case .running(let request) = state.loading else { return .none }
      if case .next = request { state.works += page.works } else { state.works = page.works }
      state.nextPage = page.next
      state.loading = .idle
      return .none

    case .feedback(.failed):
      guard case .running(let request) = state.loading else { return .none }
      state.loading = .failed(request)
      return .none

    case .feedback(.heartSaved(let id)):
      state.savingHearts.remove(id)
      return .none

    case .feedback(.heartFailed(let id)):
      state.savingHearts.remove(id)
      state.hearts.formSymmetricDifference([id])
      return .none
    }
  }

  private func load(_ request: Request, into state: inout State) -> Effect<Feedback, Never> {
    state.loading = .running(request)
    let room = state.room
    return .run("works", of: request.page) { send in
      await send(.loaded(try await client.works(room, request.page)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.works, cancelInFlight: true)
  }
}

enum E13Room: Equatable, Sendable {
  case dutch, french
}

struct E13Work: Equatable, Sendable {
  var id: Int
  var title: String
}

struct E13Page: Equatable, Sendable {
  var works: [E13Work]
  var next: Int?
}

struct E13Client: TestDependencyKey, Sendable {
  var works: @Sendable (_ room: E13Room, _ page: Int) async throws -> E13Page
  var setHeart: @Sendable (_ id: Int, _ isOn: Bool) async throws -> Void

  static let testValue = E13Client(
    works: unimplemented("E13Client.works"),
    setHeart: unimplemented("E13Client.setHeart")
  )
}

extension DependencyValues {
  var e13Client: E13Client {
    get { self[E13Client.self] }
    set { self[E13Client.self] = newValue }
  }
}

struct E13Offline: Error {}

extension E13Page {
  /// The rooms of a small museum.
  fileprivate static func page(_ number: Int, of room: E13Room) -> E13Page {
    switch (room, number) {
    case (.dutch, 1): E13Page(works: [E13Work(id: 1, title: "The Milkmaid")], next: 2)
    case (.dutch, _): E13Page(works: [E13Work(id: 2, title: "The Goldfinch")], next: nil)
    case (.french, _): E13Page(works: [E13Work(id: 3, title: "Olympia")], next: nil)
    }
  }
}

struct E13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E13Collection.State) -> [E13Collection.Input] in
        var inputs: [E13Collection.Input] = [.roomChosen(state.room == .dutch ? .french : .dutch)]
        switch state.loading {
        case .idle:
          if state.works.isEmpty { inputs.append(.appeared) }
          if state.nextPage != nil { inputs.append(.endReached) }
        case .failed: inputs.append(.retryTapped)
        case .running: break
        }
        if let work = state.works.first { inputs += [.refreshPulled, .heartTapped(work.id)] }
        return inputs
      }
    ) { () -> TestStore<E13Collection> in
      let store = TestStore(initialState: E13Collection.State()) { E13Collection() }
      store.gate("works", at: \.e13Client.works) { request in
        [.success(E13Page.page(request.1, of: request.0)), .failure(E13Offline())]
      }
      store.gate("setHeart", at: \.e13Client.setHeart) { _ in [.success(()), .failure(E13Offline())] }
      return store
    }
  }
}
