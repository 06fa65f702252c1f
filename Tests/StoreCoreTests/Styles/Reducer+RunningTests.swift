import StoreCore
import StoreDependencies
import StoreTesting
import Testing

/// A board of switches. Each switch that is on has a running effect.
private struct Board: Reducer, Sendable {
  /// Returns the feature's own effect for an input.
  var own: @Sendable (Input) -> Effect<String, String> = { _ in .none }

  struct State: Equatable {
    var on: [String] = []
    var heard: [String] = []
  }

  enum Input: Equatable {
    case set([String])
    case cancel
  }

  /// Sets the switches, and stores feedback. The feedback `done NAME` switches NAME off.
  func reduce(message: Message<Input, String>, into state: inout State) -> Effect<String, String> {
    switch message {
    case .input(.set(let names)):
      state.on = names
      return own(.set(names))
    case .input(.cancel): return .cancel(id: "a")
    case .feedback(let word):
      state.heard.append(word)
      if word.hasPrefix("done ") { state.on.removeAll { $0 == word.dropFirst(5) } }
      return .none
    }
  }
}

/// Returns an effect that sends a word each second: its name, or `done NAME` if the name begins with `short`.
///
/// With a name that begins with `once`, the effect ends after one second.
@Sendable private func hum(_ name: String) -> Effect<String, String> {
  .run("hum", of: name) { send in
    repeat {
      try await DependencyValues.current.continuousClock.sleep(for: .seconds(1))
      await send(name.hasPrefix("short") ? "done \(name)" : name)
    } while !name.hasPrefix("once")
  }
}

private func makeStore(on: [String] = []) -> TestStore<some Reducer<Board.State, Board.Input, String, String>> {
  let store = TestStore(initialState: Board.State(on: on)) { Board().running(\.on, effect: hum) }
  store.exhaustivity = .strict
  return store
}

@Suite struct ReducerRunningTests {
  @Test func `a new key starts its effect, a kept key leaves it alone, and a removed key cancels it`() async {
    let store = makeStore()
    await store.send(.set(["a"])) { $0.on = ["a"] }
    await store.receiveEffect("hum", of: "a")
    await store.assertRunning("a")
    await store.clock.advance(by: .milliseconds(500))
    await store.send(.set(["a", "b"])) { $0.on = ["a", "b"] }
    await store.receiveEffect("hum", of: "b")
    await store.assertRunning("a", "b")
    await store.clock.advance(by: .milliseconds(500))
    await store.receive("a") { $0.heard = ["a"] }
    await store.send(.set(["b"])) { $0.on = ["b"] }
    await store.assertRunning("b")
    await store.clock.advance(by: .milliseconds(500))
    await store.receive("b") { $0.heard = ["a", "b"] }
    await store.send(.set([])) { $0.on = [] }
    await store.assertRunning()
    await store.finish()
  }

  @Test func `the initial state starts its effects, too`() async {
    let store = makeStore(on: ["a", "b"])
    await store.receiveEffect("hum", of: "a")
    await store.receiveEffect("hum", of: "b")
    await store.assertRunning("a", "b")
    await store.send(.set([])) { $0.on = [] }
    await store.finish()
  }

  @Test func `a changed key replaces its effect`() async {
    let store = makeStore(on: ["a"])
    await store.receiveEffect("hum", of: "a")
    await store.clock.advance(by: .milliseconds(999))
    await store.send(.set(["b"])) { $0.on = ["b"] }
    await store.receiveEffect("hum", of: "b")
    await store.clock.advance(by: .milliseconds(999))
    await store.assertRunning("b")
    await store.send(.set([])) { $0.on = [] }
    await store.finish()
  }

  @Test func `keys in another order, and repeated keys, change nothing`() async {
    let store = makeStore(on: ["a", "b"])
    await store.receiveEffect("hum", of: "a")
    await store.receiveEffect("hum", of: "b")
    await store.send(.set(["b", "a", "b"])) { $0.on = ["b", "a", "b"] }
    await store.send(.set(["c", "c"])) { $0.on = ["c", "c"] }
    await store.receiveEffect("hum", of: "c")
    await store.assertRunning("c")
    await store.send(.set([])) { $0.on = [] }
    await store.finish()
  }

  @Test func `an ended effect restarts only after its key was removed`() async {
    let store = makeStore(on: ["once"])
    await store.receiveEffect("hum", of: "once")
    await store.clock.advance(by: .seconds(1))
    await store.receive("once") { $0.heard = ["once"] }
    await store.assertRunning()
    await store.send(.set(["once", "b"])) { $0.on = ["once", "b"] }
    await store.receiveEffect("hum", of: "b")
    await store.assertRunning("b")
    await store.send(.set([])) { $0.on = [] }
    await store.send(.set(["once"])) { $0.on = ["once"] }
    await store.receiveEffect("hum", of: "once")
    await store.assertRunning("once")
    await store.send(.set([])) { $0.on = [] }
    await store.finish()
  }

  @Test func `an effect whose feedback removes its key ends with that feedback`() async {
    let store = makeStore(on: ["short"])
    await store.receiveEffect("hum", of: "short")
    await store.clock.advance(by: .seconds(1))
    await store.receive("done short") {
      $0.on = []
      $0.heard = ["done short"]
    }
    await store.assertRunning()
    await store.finish()
  }

  @Test func `keys don't clash with equal ids of the feature or keys of another such operator`() async {
    let store = TestStore(initialState: Board.State(on: ["a"])) {
      Board(own: { _ in .run("own") { _ in try await sleepLong() }.cancellable(id: "a", cancelInFlight: true) })
        .running(\.on, effect: hum)
        .running({ _ in ["a"] }) { name in .run("second", of: name) { _ in try await sleepLong() } }
    }
    await store.send(.set(["a"]))
    #expect(store.inFlightEffects.map(\.label) == ["hum(\"a\")", "second(\"a\")", "own"])
    await store.send(.cancel)
    #expect(store.inFlightEffects.map(\.label) == ["hum(\"a\")", "second(\"a\")"])
    await store.assertRunning("a")
    await store.send(.set([])) { $0.on = [] }
    #expect(store.inFlightEffects.map(\.label) == ["second(\"a\")", "own"])
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `the feature's own effects come first, then cancellations, then starts, in the order of the keys`() {
    let feature = Board(own: { _ in .run("own") { _ in } }).running(\.on, effect: hum)
    var state = Board.State(on: ["z", "y", "x"])
    var engine = EffectEngine()
    var names: [Int: String] = [:]
    /// Returns the started and cancelled effects, in order.
    func lines() -> [String] {
      var lines: [String] = []
      while let action = engine.next(in: state) {
        switch action {
        case .start(let number, let work, _):
          names[number] = work.description.label
          lines.append("start \(work.description.label)")
        case .cancel(let number, _): lines.append("end \(names[number] ?? "")")
        default: break
        }
      }
      return lines
    }
    engine.follow(feature.start(from: state).node, in: 1, from: EffectOrigin(nil), state: state)
    #expect(lines() == ["start hum(\"z\")", "start hum(\"y\")", "start hum(\"x\")"])
    let node = feature.reduce(message: .input(.set(["c", "y", "a", "b"])), into: &state).node
    engine.follow(node, in: 2, from: EffectOrigin(nil), state: state)
    #expect(
      lines() == [
        "start own", "end hum(\"z\")", "end hum(\"x\")", "start hum(\"c\")", "start hum(\"a\")", "start hum(\"b\")",
      ]
    )
  }

  @MainActor @Test(.timeLimit(.minutes(15)))
  func `a live store starts and cancels effects by key`() async {
    let probe = Probe()
    let store = Store(
      state: Board.State(on: ["a"]),
      reducer: Board().running(\.on) { name in .live(name, probe) }
    )
    await probe.wait(for: "a started")
    store.send(.set(["b"]))
    await probe.wait(for: "b started")
    await probe.wait(for: "a ended")
    store.send(.set([]))
    await probe.wait(for: "b ended")
    #expect(probe.notes.count == 4)
  }
}

/// Sleeps for longer than any test here advances the clock.
private func sleepLong() async throws {
  try await DependencyValues.current.continuousClock.sleep(for: .seconds(1_000))
}
