import StoreDependencies
import Testing

@testable import StoreCore

@MainActor @Suite(.timeLimit(.minutes(15))) struct StoreHostTests {
  @Test func `a message is reduced, its outputs emitted, its effects started, and then its state published`() async {
    let probe = Probe()
    let store = JournalStore { $0 == "a" ? .merge(.output("b"), .live("c", probe)) : .none }
    let log = store.log()
    withTracking({ _ = store.feedback }, onChange: { log.lines.append("state changes") })
    let task = store.send(.say("a"))
    await probe.wait(for: "c started")
    #expect(
      log.lines.filter { $0 != "ended a" } == [
        "input", "started a", #"feedback a from a: [] -> ["a"]"#, "output b", "started c", "state changes",
      ]
    )
    await task.cancel()
  }

  @Test func `an observer of an output sees the state as its message left it`() {
    let store = FormStore()
    var seen: [String] = []
    store.onEvent = { [weak store] event in
      if case .output(let query) = event { seen.append("\(query) \(store?.query ?? "")") }
    }
    for query in ["a", "b"] { store.send { $0.query = query } }
    #expect(seen == ["a a", "b b"])
  }

  @Test func `a message that changes nothing notifies only the log`() async {
    let store = FormStore()
    let observer = Observer { _ = store.state }
    let states = store.stateStream
    var events = 0
    store.onEvent = { event in
      if case .input = event { events += 1 }
    }
    store.send { $0.query = "" }
    store.send { $0.query = "a" }
    #expect(events == 2)
    #expect(observer.changes == 1)
    var queries: [String] = []
    for await state in states {
      queries.append(state.query)
      if state.query == "a" { break }
    }
    #expect(queries == ["", "a"])
  }

  @Test func `the reaction of a parent to the output of a child is published together with the child's change`() async {
    let store = withDependencies {
      $0.continuousClock = ContinuousClock()
    } operation: {
      Store(initialState: Family.State()) { Family() }
    }
    let observer = Observer { _ = store.state }
    let states = store.stateStream
    let task = store.send(.only(.sayAndNap("a")))
    #expect(observer.changes == 1)
    for await state in states.dropFirst() {
      #expect(state.only.notes == ["a"])
      #expect(state.news == ["a"])
      break
    }
    await task.cancel()
  }

  @Test func `a message without effects finishes at once, while effects of a child run`() {
    let dependencies = DependencyValues(context: .live, observer: nil)
    let host = FeatureHost(state: Family.State(), reducer: Family(), dependencies: dependencies, outputPolicy: .drop)
    let nap = host.send(.only(.nap("a")))
    #expect(host.send(.change { $0.news = ["b"] }).isFinished)
    #expect(!nap.isFinished)
  }
}
