import StoreTesting
import Testing

@testable import AcceptingApp

@MainActor struct LibraryTests {
  typealias Book = Library.Book

  struct Shown: Equatable {
    var query = ""
    var books: [Library.Book] = []
    var isSearching = false
    var message: String?
    var loans: [String: Int] = [:]

    @MainActor
    init(_ library: Library) {
      query = library.query
      books = library.books
      isSearching = library.isSearching
      message = library.message
      loans = library.loans
    }
  }

  struct Offline: Error {}

  let clock = TestClock()

  let find = Gate<String, [Book], any Error>("find")

  func makeStore() -> TestStore<ContainerFeature<ModelContainer<Library, Shown>, Shown, Never>> {
    TestStore(of: Library(clock: clock) { [find] in try await find($0) }, projection: Shown.init)
  }

  @Test func searches() async {
    let store = makeStore()
    await store.call { $0.query = "a" }
    await store.receiveChange { $0.query = "a" }
    await clock.advance(by: .milliseconds(200))
    await store.receiveChange { $0.isSearching = true }
    await find.succeed(with: [Book(title: "Atlas", copies: 2)])
    await store.receiveChange {
      $0.books = [Book(title: "Atlas", copies: 2)]
      $0.isSearching = false
    }
    await store.finish()
  }

  @Test func failsToSearch() async {
    let store = makeStore()
    await store.call { $0.query = "a" }
    await store.receiveChange { $0.query = "a" }
    await clock.advance(by: .milliseconds(100))
    await store.call { $0.query = "b" }
    await store.receiveChange { $0.query = "b" }
    await clock.advance(by: .milliseconds(200))
    await store.receiveChange { $0.isSearching = true }
    await find.fail(with: Offline())
    await store.receiveChange {
      $0.isSearching = false
      $0.message = "Offline()"
    }
    await store.finish()
  }

  @Test func lends() async {
    let store = makeStore()
    await store.call { $0.query = "b" }
    await store.receiveChange { $0.query = "b" }
    await clock.advance(by: .milliseconds(200))
    await store.receiveChange { $0.isSearching = true }
    await find.succeed(with: [Book(title: "Bible", copies: 1), Book(title: "Beloved", copies: 3)])
    await store.receiveChange {
      $0.books = [Book(title: "Bible", copies: 1), Book(title: "Beloved", copies: 3)]
      $0.isSearching = false
    }
    await store.call { $0.borrow("Bible") }
    await store.receiveChange {
      $0.books[0].copies = 0
      $0.loans["Bible"] = 1
    }
    await store.call { $0.borrow("Bible") }
    await store.receiveChange { $0.message = "None left" }
    await store.finish()
  }

  @Test func counts() async {
    let store = makeStore()
    store.exhaustivity = .strict
    await store.call { try await $0.count() }
    await clock.advance(by: .seconds(1))
    await store.receiveChange { $0.loans["days"] = 1 }
    await clock.advance(by: .seconds(1))
    await store.receiveChange { $0.loans["days"] = 2 }
    await clock.advance(by: .seconds(1))
    await store.receiveChange { $0.loans["days"] = 3 }
    await store.finish()
  }
}
