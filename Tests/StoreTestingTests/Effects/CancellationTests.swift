import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// Ids without values, which differ by type.
private enum First: Hashable { case id }
private enum Second: Hashable { case id }

/// A feature with effects that are cancelled in many ways; feedback is added to the state.
private func makeStore(
  _ effect: @escaping @Sendable (String) -> Effect<String, Never>
) -> TestStore<Machine<[String], String, String, Never>> {
  TestStore(initialState: [String]()) {
    Machine { message, state in
      switch message {
      case .input(let text): return effect(text)
      case .feedback(let text):
        state.append(text)
        return .none
      }
    }
  }
}

/// An effect that sends a text after a second.
private func late(_ text: String) -> Effect<String, Never> {
  .run("\(text)") { send in
    try await sleep(for: .seconds(1))
    await send(text)
  }
}

@Suite struct CancellationTests {
  @Test func `a cancelled effect sends nothing more`() async {
    let store = makeStore { $0 == "stop" ? .cancel(id: First.id) : late($0).cancellable(id: First.id) }
    await store.send("a")
    await store.send("b")
    await store.send("stop")
    #expect(store.inFlightEffects.isEmpty)
    #expect(store.clock.pendingSleeps.isEmpty)
    await store.clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test func `a cancellation of an id without effects does nothing`() async {
    let store = makeStore { $0 == "stop" ? .cancel(id: First.id) : late($0).cancellable(id: First.id) }
    await store.send("stop")
    await store.send("a")
    await store.send("stop")
    await store.clock.advance(by: .seconds(2))
    await store.send("stop")
    await store.finish()
  }

  @Test func `'cancelInFlight' replaces the effect that runs under the id`() async {
    let store = makeStore { late($0).cancellable(id: First.id, cancelInFlight: true) }
    await store.send("a")
    await store.clock.advance(by: .milliseconds(500))
    await store.send("b")
    await store.clock.advance(by: .milliseconds(500))
    #expect(store.inFlightEffects.map(\.name) == ["b"])
    await store.clock.advance(by: .milliseconds(500))
    await store.receive("b") { $0 = ["b"] }
    await store.finish()
  }

  @Test(arguments: [false, true])
  func `each id cancels an effect with several ids, and no effect under an id of another type`(isOuter: Bool) async {
    let store = makeStore {
      switch $0 {
      case "stop": isOuter ? .cancel(id: "outer") : .cancel(id: First.id)
      case "other": late($0).cancellable(id: Second.id)
      default: late($0).cancellable(id: First.id).cancellable(id: "outer").cancellable(id: First.id)
      }
    }
    await store.send("a")
    await store.send("other")
    await store.send("stop")
    #expect(store.inFlightEffects.map(\.name) == ["other"])
    await store.clock.advance(by: .seconds(1))
    await store.receive("other") { $0 = ["other"] }
    await store.finish()
  }

  @Test func `an effect that is merged with its own cancellation never starts or ends at once`() async {
    let store = makeStore { text in
      .merge(late(text).cancellable(id: First.id), .cancel(id: First.id))
    }
    await store.send("a")
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `feedback of a cancelled effect that has not been reduced is dropped`() async {
    let gate = Latch()
    let store = makeStore { text in
      guard text != "stop" else { return .cancel(id: First.id) }
      return .run { send in
        await gate.wait()
        await send("a")
      }
      .cancellable(id: First.id)
    }
    store.timeout = .seconds(60)
    await store.send("go")
    await store.send("stop")
    gate.open()
    await store.finish()
    #expect(store.state.isEmpty)
  }

  @Test func `a cancelled effect calls no 'catch', and is not a failure`() async {
    let store = makeStore { text in
      guard text != "stop" else { return .cancel(id: First.id) }
      return .run { _ in
        try await sleep(for: .seconds(1))
      } catch: { error, send in
        await send("\(error)")
      }
      .cancellable(id: First.id)
    }
    await store.send("go")
    await store.send("stop")
    await store.finish()
  }

  @Test func `a chain continues after a cancelled link`() async {
    let store = makeChainStore()
    await store.send("go")
    await store.send("link")
    #expect(store.inFlightEffects.map(\.name) == ["b"])
    await store.clock.advance(by: .seconds(1))
    await store.receive("b") { $0 = ["b"] }
    await store.finish()
  }

  @Test func `a cancelled chain starts no further link`() async {
    let store = makeChainStore()
    await store.send("go")
    await store.send("chain")
    await store.finish()
  }

  /// Makes a store whose chain and whose first link can be cancelled.
  private func makeChainStore() -> TestStore<Machine<[String], String, String, Never>> {
    makeStore { text in
      switch text {
      case "link": .cancel(id: First.id)
      case "chain": .cancel(id: Second.id)
      default: .concatenate(late("a").cancellable(id: First.id), late("b")).cancellable(id: Second.id)
      }
    }
  }

  @Test func `concatenated effects of several messages keep their order`() async {
    let store = makeStore { text in
      .concatenate((1...3).map { number in .run { await $0("\(text)\(number)") } })
    }
    await store.send("a")
    for number in 1...3 { await store.receive("a\(number)") { $0.append("a\(number)") } }
    await store.send("b")
    for number in 1...3 { await store.receive("b\(number)") { $0.append("b\(number)") } }
    await store.finish()
  }

  @Test func `the 'catch' of an effect receives its error, and can send`() async {
    struct Broken: Error {}
    let store = makeStore { _ in
      .run { _ in
        throw Broken()
      } catch: { error, send in
        await send("\(error)")
      }
    }
    await store.send("caught")
    await store.receive("Broken()") { $0 = ["Broken()"] }
    await store.finish()
  }

  @Test func `an uncaught error is a failure that names the effect, its place and its message`() async {
    struct Broken: Error {}
    let failures = await recordingFailures {
      let store = makeStore { _ in
        .run("bare") { _ in throw Broken() }  // Here
      }
      await store.send("bare")  // Fails: effectThrew
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("started by \"bare\".") == true)
    #expect(failures.first?.details.hasPrefix("It was made at CancellationTests.swift:\(markedLine())") == true)
  }

  @Test(arguments: repetitions(100))
  func `parallel tests use equal ids independently`(copy: Int) async {
    let store = makeStore { late($0).cancellable(id: First.id, cancelInFlight: true) }
    await store.send("\(copy)")
    await store.clock.advance(by: .seconds(1))
    await store.receive("\(copy)") { $0 = ["\(copy)"] }
    await store.finish()
  }

  @Test func `hundreds of effects are cancelled at once`() async {
    let store = makeStore { $0 == "stop" ? .cancel(id: First.id) : late($0).cancellable(id: First.id) }
    for index in 0..<300 { await store.send("\(index)") }
    await store.send("stop")
    #expect(store.inFlightEffects.isEmpty)
    #expect(store.clock.pendingSleeps.isEmpty)
    await store.finish()
  }
}
