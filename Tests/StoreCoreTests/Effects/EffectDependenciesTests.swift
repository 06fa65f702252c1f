import StoreCore
import StoreDependencies
import StoreTesting
import Testing

/// A feature that returns an effect for each input, and stores the feedback.
private struct EffectStarter: Reducer {
  /// Creates the effect while an input is reduced.
  let effect: @Sendable () -> Effect<String, String>

  func reduce(message: Message<String, String>, into state: inout [String]) -> Effect<String, String> {
    switch message {
    case .input: return effect()
    case .feedback(let heard):
      state.append(heard)
      return .none
    }
  }
}

/// An effect object that sends the tone it reads.
private struct Listening: EffectObject {
  func run(_ send: Send<String>) async throws { await send(DependencyValues.current.tone) }
}

private struct HandledError: Error {}

/// An effect that several stores share.
private let listeningForever = listening()

/// Returns an effect that sends the tone it reads.
private func listening(_ name: String = "listen") -> Effect<String, String> {
  .run(name) { send in await send(DependencyValues.current.tone) }
}

private func withTone<Result>(_ tone: String, _ operation: () -> Result) -> Result {
  withDependencies {
    $0.tone = tone
  } operation: {
    operation()
  }
}

extension Effect<String, String> {
  /// The effect with a map that appends the current tone to each feedback.
  fileprivate var suffixed: Self {
    map(feedback: { "\($0) \(DependencyValues.current.tone)" }, output: { .output($0) })
  }
}

/// A way to make an effect under overridden dependencies, with the tones that it must read.
struct MakingUnderDependencies: Sendable, CustomTestStringConvertible {
  let testDescription: String

  /// The expected feedback, in order.
  let heard: [String]

  let effect: @Sendable () -> Effect<String, String>

  private init(_ text: String, hears heard: String..., making effect: @escaping @Sendable () -> Effect<String, String>)
  {
    testDescription = text
    self.effect = effect
    self.heard = heard
  }

  static let all = [
    Self("work without overrides", hears: "store") { listening() },
    Self("work", hears: "inner") { withTone("inner") { listening() } },
    Self("work under two overrides", hears: "inmost") { withTone("inner") { withTone("inmost") { listening() } } },
    Self("the handler of an error", hears: "inner") {
      withTone("inner") {
        .run { _ in
          throw HandledError()
        } catch: { _, send in
          await send(DependencyValues.current.tone)
        }
      }
    },
    Self("an object", hears: "inner") { withTone("inner") { .run(Listening()) } },
    Self("several effects", hears: "inner", "inner") { withTone("inner") { .merge(listening("a"), listening("b")) } },
    Self("links of a chain", hears: "a", "store", "b") {
      .concatenate(withTone("a") { listening() }, listening(), withTone("b") { listening() })
    },
    Self("work with operators", hears: "inner") {
      withTone("inner") { listening() }.cancellable(id: 1).throttle(id: 2, for: .seconds(1), latest: true)
    },
    Self("work from outside of the override around its operators", hears: "store") {
      let effect = listening()
      return withTone("inner") { effect.cancellable(id: 1).throttle(id: 2, for: .seconds(1), latest: true) }
    },
    Self("a map within the override", hears: "store inner") {
      let effect = listening()
      return withTone("inner") { effect.suffixed }
    },
    Self("a map around the override", hears: "inner store") { withTone("inner") { listening() }.suffixed },
    Self("a map around a chain", hears: "a store", "store store") {
      .concatenate(withTone("a") { listening() }, listening()).suffixed
    },
    Self("maps within each other", hears: "a b store c") {
      let effect = withTone("a") { listening() }
      let mapped = withTone("b") { effect.suffixed }.suffixed
      return withTone("c") { mapped.suffixed }
    },
    Self("a map around a throttled effect", hears: "store inner store") {
      let effect = listening()
      return withTone("inner") { effect.suffixed.throttle(id: 2, for: .seconds(1), latest: true) }.suffixed
    },
    Self("what a map makes of an output", hears: "store") {
      withTone("inner") { Effect<String, String>.output("a") }.map(feedback: { $0 }, output: { _ in listening() })
    },
  ]
}

@Suite struct EffectDependenciesTests {
  @Test(arguments: MakingUnderDependencies.all)
  func `a test store's effects keep the dependencies of their making`(_ making: MakingUnderDependencies) async {
    let store = TestStore(initialState: []) {
      EffectStarter(effect: making.effect)
    } withDependencies: {
      $0.tone = "store"
    }
    await store.send("go")
    for heard in making.heard { await store.receive(heard) { $0.append(heard) } }
    await store.finish()
  }

  @MainActor
  @Test(arguments: MakingUnderDependencies.all)
  func `a store's effects keep the dependencies of their making`(_ making: MakingUnderDependencies) async {
    let store = Store(initialState: []) {
      EffectStarter(effect: making.effect)
    } withDependencies: {
      $0.tone = "store"
      $0.continuousClock = TestClock()
    }
    await store.send("go").finish()
    #expect(store.state == making.heard)
  }

  @Test func `an effect that is made once passes no dependency of its first store to the next`() async {
    for tone in ["first", "second"] {
      let store = TestStore(initialState: []) {
        EffectStarter { listeningForever }
      } withDependencies: {
        $0.tone = tone
      }
      await store.send("go")
      await store.receive(tone) { $0 = [tone] }
      await store.finish()
    }
  }

  @Test func `a reducer in an effect reads its own dependencies as it has changed them`() async {
    /// A feature whose effect reads an overridden tone.
    struct Feature: Reducer {
      @Dependency(\.tone) var tone

      func reduce(message: Message<String, String>, into state: inout [String]) -> Effect<String, Never> {
        guard case .feedback(let heard) = message else {
          return withDependencies {
            $0.tone += "!"
          } operation: {
            .run { send in await send(tone) }
          }
        }
        state.append(heard)
        return .none
      }
    }
    let store = TestStore(initialState: []) { Feature() }
    await store.send("go")
    await store.receive("plain!") { $0 = ["plain!"] }
    await store.finish()
  }

  @Test func `dependencies that a test store sets later reach effects that override others`() async {
    let store = TestStore(initialState: []) {
      EffectStarter {
        let effect = withDependencies {
          $0.uuid = .incrementing
        } operation: {
          listening()
        }
        return .concatenate(
          .run("wait") { _ in try await DependencyValues.current.continuousClock.sleep(for: .seconds(1)) },
          effect
        )
      }
    }
    await store.send("go")
    store.dependencies.tone = "new"
    await store.clock.advance(by: .seconds(1))
    await store.receive("new") { $0 = ["new"] }
    await store.receiveEffect("wait")
    await store.finish()
  }

  @Test func `a debounce uses the clock that was in force at its call`() async {
    let clock = TestClock()
    let store = TestStore(initialState: []) {
      EffectStarter {
        withDependencies {
          $0.continuousClock = clock
        } operation: {
          listening().debounce(id: 1, for: .seconds(1))
        }
      }
    }
    await store.send("go")
    await store.clock.advance(by: .seconds(9))
    await clock.advance(by: .seconds(1))
    await store.receive("plain") { $0 = ["plain"] }
    await store.finish()
  }

  @Test func `a throttle uses the clock that was in force at its call`() async {
    let clock = TestClock()
    let store = TestStore(initialState: []) {
      EffectStarter {
        withDependencies {
          $0.continuousClock = clock
        } operation: {
          listening().throttle(id: 1, for: .seconds(1), latest: false)
        }
      }
    }
    await store.send("go")
    await store.clock.advance(by: .seconds(9))
    await store.receive("plain") { $0 = ["plain"] }
    await store.send("within the interval")
    await clock.advance(by: .seconds(1))
    await store.send("after it")
    await store.receive("plain") { $0 = ["plain", "plain"] }
    await store.finish()
  }

  @Test func `a feature's own dependency reaches neither maps around it nor handlers of its commands`() async {
    let store = TestStore(initialState: [String]()) {
      EffectStarter { .merge(listening("a"), .output("command")) }
        .dependency(\.tone, "own")
        .performing { _ -> Effect<String, String> in listening("b") }
        .intercepting { message, state, next in next(message, &state).suffixed }
    } withDependencies: {
      $0.tone = "store"
    }
    await store.send("go")
    await store.receive("own store") { $0 = ["own store"] }
    await store.receive("store store") { $0 = ["own store", "store store"] }
    await store.finish()
  }

  @Test func `a child keeps its parent's overrides, and adds its own`() async {
    let store = TestStore(initialState: []) {
      EffectStarter { withTone("inner") { .merge(listening("a"), withTone("inmost") { listening("b") }) } }
        .dependency(\.uuid, .incrementing)
        .intercepting { message, state, next in
          guard case .input = message else { return next(message, &state) }
          return withTone("outer") { .merge(next(message, &state), listening("c")) }
        }
    }
    await store.send("go")
    for heard in ["inner", "inmost", "outer"] { await store.receive(heard) { $0.append(heard) } }
    await store.finish()
  }

  @Test func `a feature that overrides a dependency within an override of its parent keeps both`() async {
    let clock = TestClock()
    let store = TestStore(initialState: []) {
      EffectStarter { listening().debounce(id: 1, for: .seconds(1)) }
        .dependency(\.continuousClock, clock)
        .intercepting { message, state, next in withTone("outer") { next(message, &state) } }
    }
    await store.send("go")
    await clock.advance(by: .seconds(1))
    await store.receive("outer") { $0 = ["outer"] }
    await store.finish()
  }

  @Test func `an effect that was made without a store keeps its overrides, and reads the rest from the store`() async {
    let effect = withTone("before") { listening() }
    let store = TestStore(initialState: []) {
      EffectStarter { .merge(effect, listening("plain")) }
    } withDependencies: {
      $0.tone = "store"
    }
    await store.send("go")
    await store.receive("before") { $0 = ["before"] }
    await store.receive("store") { $0 = ["before", "store"] }
    await store.finish()
  }

  @Test func `an effect and its maker share a default that was computed from an override`() async {
    let store = TestStore(initialState: []) {
      EffectStarter {
        withTone("inner") {
          let box = DependencyValues.current[ToneBox.self]
          return .run { send in await send("\(box === DependencyValues.current[ToneBox.self]) \(box.tone)") }
        }
      }
    }
    // The purity check would fail, as each reduction makes another object.
    store.checksPurity = false
    await store.send("go")
    await store.receive("true inner") { $0 = ["true inner"] }
    await store.finish()
  }
}

/// A dependency whose default value holds the current tone.
private final class ToneBox: TestDependencyKey, Sendable {
  static var testValue: ToneBox { ToneBox(DependencyValues.current.tone) }

  let tone: String

  init(_ tone: String) {
    self.tone = tone
  }
}
