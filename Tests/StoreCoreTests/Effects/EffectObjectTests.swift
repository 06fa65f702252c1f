import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

private enum GreetingKey: TestDependencyKey {
  static let testValue: @Sendable (String) async throws -> String = unimplemented("greeting")
}

private struct Greet: EffectObject {
  let name: String
  @Dependency(GreetingKey.self) private var greeting

  init(name: String) { self.name = name }

  func run(_ send: Send<String>) async throws {
    await send(try await greeting(name))
  }
}

/// An effect object without properties and dependencies.
private struct Wait: EffectObject {
  func run(_ send: Send<String>) async {}
}

private struct GreetingFeature: Reducer {
  func reduce(message: Message<String, String>, into state: inout [String]) -> Effect<String, Never> {
    switch message {
    case .input(""): return .run(Wait())
    case .input(let name):
      return .run(Greet(name: name), catch: { _, send in await send("nobody greets") })
    case .feedback(let greeting):
      state.append(greeting)
      return .none
    }
  }
}

private func makeStore(
  _ greet: @escaping @Sendable (String) async throws -> String = { "Hello, \($0)!" }
) -> TestStore<GreetingFeature> {
  let store = TestStore(initialState: []) {
    GreetingFeature()
  } withDependencies: {
    $0[GreetingKey.self] = greet
  }
  store.exhaustivity = .strict
  return store
}

@Suite struct EffectObjectTests {
  @Test func `an effect object is asserted by the name of its type and by its value, and runs`() async {
    let store = makeStore()
    await store.send("Ann")
    await store.receiveEffect("Greet", of: Greet(name: "Ann"))
    await store.receive("Hello, Ann!") { $0 = ["Hello, Ann!"] }
    await store.send("")
    await store.receiveEffect("Wait", of: Wait())
    await store.finish()
  }

  @Test func `an effect object with another value fails, and the failure shows both without dependencies`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send("Ann")
      await store.receiveEffect("Greet", of: Greet(name: "Bob"))  // Fails: missingEffect
      await store.receive("Hello, Ann!") { $0 = ["Hello, Ann!"] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline == "The last step did not start the effect \"Greet\", of: Greet(name: \"Bob\")."
    )
    #expect(
      failures.first?.details.hasPrefix("It started:\n\n    • Greet(name: \"Ann\"), made at ") == true
    )
  }

  @Test func `an unasserted effect object fails with the line that would assert it`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send("")
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unhandledEffect])
    #expect(failures.first?.details.contains("await store.receiveEffect(\"Wait\", of: Wait())") == true)
  }

  @Test func `an error of an effect object goes to its handler, or is reported`() async {
    struct ClientError: Error {}
    let store = makeStore { _ in throw ClientError() }
    await store.send("Ann")
    await store.receiveEffect("Greet")
    await store.receive("nobody greets") { $0 = ["nobody greets"] }
    await store.finish()
  }

  @Test func `the dependencies of an object take no part in comparisons`() {
    let ann = Greet(name: "Ann")
    let other = withDependencies {
      $0[GreetingKey.self] = { $0 }
    } operation: {
      Greet(name: "Ann")
    }
    #expect(ann == other)
    #expect(Set([ann, other, Greet(name: "Bob")]).count == 2)
  }

  @Test func `a test runs an effect object without a store`() async throws {
    let probe = Probe()
    try await withDependencies {
      $0[GreetingKey.self] = { "Hi, \($0)" }
    } operation: {
      try await Greet(name: "Ann").run(Send { probe.note($0) })
    }
    #expect(probe.notes == ["Hi, Ann"])
  }
}
