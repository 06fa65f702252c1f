import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct Q11Page: Equatable, Sendable {
  var boxes: [String]
  var next: Int?
}

struct Q11Inventory: TestDependencyKey, Sendable {
  var page: @Sendable (_ room: String, _ number: Int) async throws -> Q11Page

  static let testValue = Q11Inventory(page: unimplemented("Q11Inventory.page"))
}

extension DependencyValues {
  var q11Inventory: Q11Inventory {
    get { self[Q11Inventory.self] }
    set { self[Q11Inventory.self] = newValue }
  }
}

struct Q11MovingBoxes: Reducer {
  /// The boxes of a room, as far as they are loaded.
  struct Pile: Equatable {
    var room: String
    var boxes: [String]
    var next: Int?
  }

  enum Work: Equatable {
    case refresh
    case more
  }

  enum State: Equatable {
    case idle
    case loading(room: String)
    case failed(room: String)
    case showing(Pile)
    case updated(Pile)
    case working(Work, Pile)
    case stalled(Work, Pile)

    /// Whether the button beside the error is enabled.
    var canRetry: Bool {
      switch self {
      case .failed: true
      case .stalled(_, let pile): pile.next != nil
      case .idle, .loading, .showing, .updated, .working: false
      }
    }
  }

  enum Input: Equatable {
    case roomTapped(String)
    case endReached
    case refreshPulled
    case retryTapped
  }

  enum Feedback: Equatable {
    case loaded(Q11Page)
    case loadFailed
    case markEnded
  }

  private enum CancelID { case load, mark }

  @Dependency(\.q11Inventory) private var inventory
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.roomTapped(let room)):
      state = .loading(room: room)
      return .merge(.cancel(id: CancelID.mark), load(room, 0))

    case .input(.endReached):
      switch state {
      case .showing(let pile), .updated(let pile), .stalled(_, let pile):
        return more(pile, &state)
      case .idle, .loading, .failed, .working:
        return .none
      }

    case .input(.refreshPulled):
      switch state {
      case .failed(let room):
        state = .loading(room: room)
        return load(room, 0)
      case .showing(let pile), .updated(let pile), .stalled(_, let pile), .working(.more, let pile):
        return refresh(pile, &state)
      case .idle, .loading, .working(.refresh, _):
        return .none
      }

    case .input(.retryTapped):
      guard state.canRetry else { return .none }
      switch state {
      case .failed(let room):
        state = .loading(room: room)
        return load(room, 0)
      case .stalled(.refresh, let pile):
        return refresh(pile, &state)
      case .stalled(.more, let pile):
        return more(pile, &state)
      case .idle, .loading, .showing, .updated, .working:
        return .none
      }

    case .feedback(.loaded(let page)):
      switch state {
      case .loading(let room):
        state = .showing(Pile(room: room, boxes: page.boxes, next: page.next))
        return .none
      case .working(.refresh, let pile):
        state = .updated(Pile(room: pile.room, boxes: page.boxes, next: page.next))
        return .run("mark") { send in
          try await clock.sleep(for: .seconds(2))
          await send(.markEnded)
        }
        .cancellable(id: CancelID.mark, cancelInFlight: true)
      case .working(.more, let pile):
        state = .showing(Pile(room: pile.room, boxes: pile.boxes + page.boxes, next: page.next))
        return .none
      case .idle, .failed, .showing, .updated, .stalled:
        return .none
      }

    case .feedback(.loadFailed):
      switch state {
      case .loading(let room): state = .failed(room: room)
      case .working(let work, let pile): state = .stalled(work, pile)
      case .idle, .failed, .showing, .updated, .stalled: break
      }
      return .none

    case .feedback(.markEnded):
      guard case .updated(let pile) = state else { return .none }
      state = .showing(pile)
      return .none
    }
  }

  private func refresh(_ pile: Pile, _ state: inout State) -> Effect<Feedback, Never> {
    state = .working(.refresh, pile)
    return .merge(.cancel(id: CancelID.mark), load(pile.room, 0))
  }

  private func more(_ pile: Pile, _ state: inout State) -> Effect<Feedback, Never> {
    guard let next = pile.next else { return .none }
    state = .working(.more, pile)
    return .merge(.cancel(id: CancelID.mark), load(pile.room, next))
  }

  private func load(_ room: String, _ number: Int) -> Effect<Feedback, Never> {
    .run("page", of: "\(room) \(number)") { send in
      await send(.loaded(try await inventory.page(room, number)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct Q11Offline: Error {}

struct Q11Bugs {
  static func page(_ room: String, _ number: Int) -> Q11Page {
    Q11Page(boxes: ["\(room) \(number)"], next: number < 2 ? number + 1 : nil)
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.roomTapped("Attic"), .roomTapped("Kitchen"), .endReached, .refreshPulled, .retryTapped]
    ) { () -> TestStore<Q11MovingBoxes> in
      let store = TestStore(initialState: Q11MovingBoxes.State.idle) { Q11MovingBoxes() }
      store.gate("page", at: \.q11Inventory.page) { request in
        [.success(Q11Bugs.page(request.0, request.1)), .failure(Q11Offline())]
      }
      return store
    }
  }
}
