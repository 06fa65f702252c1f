import StoreCore
import Testing

@MainActor @Suite struct FieldObservationTests {
  @Test func `an observer of one property is not notified of changes of another`() {
    let store = FormStore()
    let query = Observer { _ = store.query }
    let results = Observer { _ = store.results }
    store.send { $0.results = ["a"] }
    #expect(query.changes == 0)
    #expect(results.changes == 1)
    store.send { $0.query = "a" }
    #expect(query.changes == 1)
    #expect(results.changes == 1)
  }

  @Test func `an observer of the whole state is notified of every change`() {
    let store = FormStore()
    let observer = Observer { _ = store.state }
    store.send { $0.results = ["a"] }
    store.send { $0.query = "a" }
    store.send { $0.style.width = 2 }
    #expect(observer.changes == 3)
  }

  @Test func `an observer of a nested property is notified of changes of that property alone`() {
    let store = FormStore()
    let color = Observer { _ = store[dynamicMember: \.style.color] }
    let style = Observer { _ = store.style }
    store.send { $0.style.width = 2 }
    #expect(color.changes == 0)
    #expect(style.changes == 1)
    store.send { $0.style.color = "red" }
    #expect(color.changes == 1)
    #expect(style.changes == 2)
  }

  @Test func `setting an equal value notifies no observer`() {
    let store = FormStore()
    store.send { $0.query = "a" }
    let observers = [Observer { _ = store.query }, Observer { _ = store.state }]
    store.send { $0.query = "a" }
    #expect(observers.map(\.changes) == [0, 0])
  }

  @Test func `a value that changes and returns within one message notifies no observer`() {
    let store = FormStore()
    let observer = Observer { _ = store.query }
    store.send {
      $0.query = "a"
      $0.query = ""
      $0.results = ["a"]
    }
    #expect(observer.changes == 0)
  }

  @Test func `an optional property is compared like any other`() {
    let store = FormStore()
    let observer = Observer { _ = store.error }
    store.send { $0.query = "a" }
    #expect(observer.changes == 0)
    store.send { $0.error = "broken" }
    #expect(observer.changes == 1)
    store.send { $0.error = "broken" }
    #expect(observer.changes == 1)
    store.send { $0.error = nil }
    #expect(observer.changes == 2)
  }

  @Test func `an observer of a property that isn't Equatable is notified of every change`() {
    let store = FormStore()
    let observer = Observer { _ = store.opaque }
    store.send { $0.opaque.number = 1 }
    store.send { $0.query = "a" }
    #expect(observer.changes == 2)
    store.send { $0.query = "a" }
    #expect(observer.changes == 2)
  }

  @Test func `an observer sees the old value when it is notified, and the new one when it reads again`() {
    let store = FormStore()
    var seen: [String] = []
    func observe() {
      withTracking({ seen.append("read \(store.query)") }, onChange: { changes.note("told \(store.query)") })
    }
    let changes = Probe()
    observe()
    store.send { $0.query = "a" }
    observe()
    store.send { $0.query = "b" }
    #expect(seen == ["read ", "read a"])
    #expect(changes.notes == ["told ", "told a"])
    #expect(store.query == "b")
  }

  @Test func `an observer is notified once until it reads again`() {
    let store = FormStore()
    let probe = Probe()
    withTracking({ _ = store.query }, onChange: { probe.note("told") })
    for query in ["a", "b", "c"] { store.send { $0.query = query } }
    #expect(probe.count("told") == 1)
  }

  @Test func `one change notifies an observer of several properties once`() {
    let store = FormStore()
    let probe = Probe()
    withTracking(
      {
        _ = store.query
        _ = store.results
      },
      onChange: { probe.note("told") }
    )
    store.send {
      $0.query = "a"
      $0.results = ["a"]
    }
    #expect(probe.count("told") == 1)
  }

  @Test func `several observers of one property are all notified`() {
    let store = FormStore()
    let observers = (0..<3).map { _ in Observer { _ = store.query } }
    store.send { $0.query = "a" }
    store.send { $0.query = "b" }
    #expect(observers.map(\.changes) == [2, 2, 2])
  }

  @Test func `feedback notifies observers as inputs do`() async {
    let store = JournalStore()
    let observer = Observer { _ = store.feedback }
    await store.send(.say("a", "b")).finish()
    #expect(observer.changes == 2)
  }

  @Test func `an observer doesn't keep its store alive`() {
    var store: FormStore? = FormStore()
    weak let reference = store
    withTracking({ [store] in _ = store?.query }, onChange: {})
    store = nil
    #expect(reference == nil)
  }
}
