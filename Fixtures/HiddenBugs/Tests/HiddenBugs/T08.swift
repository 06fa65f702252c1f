import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct T08Item: Equatable, Identifiable {
  let id: Int
  let name: String
}

struct T08Page: Equatable {
  var items: [T08Item]
  var next: Int?
}

/// The items that are shown, and the page that follows them; nil after the last page.
struct T08Shelf: Equatable {
  var items: [T08Item] = []
  var next: Int? = 0

  var hasMore: Bool { next != nil }

  /// Puts a page on the shelf. The first page replaces all others.
  mutating func put(_ page: T08Page, number: Int) {
    let kept = number == 0 ? [] : items
    items = kept + page.items.filter { item in !kept.contains { $0.id == item.id } }
    next = page.next
  }
}

/// The lost property office: pages of items that were found. A visitor claims one of them.
struct T08LostProperty: Reducer {
  enum State: Equatable {
    case closed
    case loading(T08Shelf, page: Int)
    case showing(T08Shelf)
    case failed(T08Shelf, page: Int)
    case claiming(T08Shelf, item: Int)
    case refused(T08Shelf, item: Int)
  }

  enum Input: Equatable {
    case opened
    case endReached
    case refreshPulled
    case retryTapped
    case claimTapped(Int)
    case refusalDismissed
    case closeTapped
  }

  enum Feedback: Equatable {
    case loaded(T08Page)
    case loadFailed
    case claimed
    case claimFailed
  }

  private enum CancelID { case page, claim }

  @Dependency(\.t08Office) private var office

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    // The pages.
    case (.input(.opened), .closed):
      return load(0, keeping: T08Shelf(), &state)

    case (.input(.endReached), .showing(let shelf)):
      guard let next = shelf.next else { return .none }
      return load(next, keeping: shelf, &state)

    case (.input(.refreshPulled), .showing(let shelf)), (.input(.refreshPulled), .failed(let shelf, page: _)):
      return load(0, keeping: shelf, &state)

    case (.input(.retryTapped), .failed(let shelf, page: let number)) where shelf.hasMore:
      return load(number, keeping: shelf, &state)

    case (.feedback(.loaded(let page)), .loading(var shelf, page: let number)):
      shelf.put(page, number: number)
      state = .showing(shelf)
      return .none

    case (.feedback(.loadFailed), .loading(let shelf, page: let number)):
      state = .failed(shelf, page: number)
      return .none

    // A claim.
    case (.input(.claimTapped(let id)), .showing(let shelf)) where shelf.items.contains(where: { $0.id == id }):
      state = .claiming(shelf, item: id)
      return claim(id)

    case (.feedback(.claimed), .claiming(var shelf, item: let id)):
      shelf.items.removeAll { $0.id == id }
      state = .showing(shelf)
      return .none

    case (.feedback(.claimFailed), .claiming(let shelf, item: let id)):
      state = .refused(shelf, item: id)
      return .none

    case (.input(.refusalDismissed), .refused(let shelf, item: _)):
      state = .showing(shelf)
      return .none

    // Leaving. A claim that is on its way is waited for.
    case (.input(.closeTapped), .loading), (.input(.closeTapped), .showing), (.input(.closeTapped), .failed),
      (.input(.closeTapped), .refused):
      state = .closed
      return .cancel(id: CancelID.page)

    default:
      return .none
    }
  }

  private func load(_ number: Int, keeping shelf: T08Shelf, _ state: inout State) -> Effect<Feedback, Never> {
    state = .loading(shelf, page: number)
    return .run("page", of: number) { send in
      await send(.loaded(try await office.page(number)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func claim(_ id: Int) -> Effect<Feedback, Never> {
    .run("claim", of: id) { send in
      try await office.claim(id)
      await send(.claimed)
    } catch: { _, send in
      await send(.claimFailed)
    }
    .cancellable(id: CancelID.claim, cancelInFlight: true)
  }
}

struct T08Office: TestDependencyKey {
  var page: @Sendable (_ number: Int) async throws -> T08Page
  var claim: @Sendable (_ item: Int) async throws -> Void

  static let testValue = T08Office(
    page: unimplemented("T08Office.page"),
    claim: unimplemented("T08Office.claim")
  )
}

extension DependencyValues {
  var t08Office: T08Office {
    get { self[T08Office.self] }
    set { self[T08Office.self] = newValue }
  }
}

struct T08Offline: Error {}

struct T08Bugs {
  static func page(_ number: Int) -> T08Page {
    if number == 0 {
      return T08Page(items: [T08Item(id: 1, name: "scarf"), T08Item(id: 2, name: "umbrella")], next: 1)
    }
    return T08Page(items: [T08Item(id: 3, name: "keys")], next: nil)
  }

  @Test func bugs() async throws {
    try await findBugs(inputs: [
      .opened, .endReached, .refreshPulled, .retryTapped, .claimTapped(1), .refusalDismissed, .closeTapped,
    ]) {
      let store = TestStore(initialState: T08LostProperty.State.closed) { T08LostProperty() }
      store.gate("page", at: \.t08Office.page) { number in
        [.success(T08Bugs.page(number)), .failure(T08Offline())]
      }
      store.gate("claim", at: \.t08Office.claim) { _ in [.success(()), .failure(T08Offline())] }
      return store
    }
  }
}
