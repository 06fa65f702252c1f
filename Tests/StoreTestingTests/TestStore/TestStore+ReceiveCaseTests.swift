import StoreCore
import StoreTesting
import TestSupport
import Testing

/// Feedback without `==`, in every shape that an enum's case can have.
private enum Reply: Sendable {
  case done
  case number(Int)
  case other(Int)
  case labelled(id: Int)
  case maybe(Int?)
  case pair(Int, String)
  case named(id: Int, name: String)
  case result(Result<[Int], any Error>)
  case work(@Sendable () -> Int)
  case tools(Int, (@Sendable () -> Int)?)
  case list([@Sendable () -> Int])
  case point(x: Int)
  case point(y: Int)
  case anything(any Sendable)
  indirect case nested(Reply)
}

/// An error to be carried about.
private struct Lost: Error {}

/// Makes a store whose effect sends a reply, and starts it.
private func receive(
  _ reply: Reply,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (TestStore<Machine<[Int], Int, Reply, Never>>) async -> Void
) async -> [TestFailure] {
  await recordingFailures {
    let store = TestStore(initialState: [Int]()) {
      Machine<[Int], Int, Reply, Never> { message, state in
        if case .input = message { return .run("ask") { await $0(reply) } }
        state.append(state.count)
        return .none
      }
    }
    await store.send(1)
    await body(store)
    await store.finish()
  }
}

@Suite struct TestStoreReceiveCaseTests {
  @Test func `a case is matched by its constructor, and its payload passed`() async {
    var payloads: [Int] = []
    let failures = await receive(.number(7)) {
      await $0.receive(Reply.number) { state, number in
        payloads.append(number)
        state = [number - 7]
      }
    }
    #expect(failures.isEmpty)
    #expect(payloads == [7])
  }

  @Test func `labelled and optional payloads are passed to the assertion`() async {
    var payloads: [Int?] = []
    var failures = await receive(.labelled(id: 1)) {
      await $0.receive(Reply.labelled) { state, id in
        payloads.append(id)
        state = [0]
      }
    }
    for value in [nil, 2] {
      failures += await receive(.maybe(value)) {
        await $0.receive(Reply.maybe) { state, number in
          payloads.append(number)
          state = [0]
        }
      }
    }
    #expect(failures.isEmpty)
    #expect(payloads == [1, nil, 2])
  }

  @Test func `several payloads are passed as a tuple, with labels or without`() async {
    var texts: [String] = []
    let failures =
      await receive(.pair(1, "a")) {
        await $0.receive(Reply.pair) { state, payload in
          texts.append("\(payload.0)\(payload.1)")
          state = [0]
        }
      }
      + receive(.named(id: 2, name: "b")) {
        await $0.receive(Reply.named) { state, payload in
          texts.append("\(payload.0)\(payload.1)")
          state = [0]
        }
      }
    #expect(failures.isEmpty)
    #expect(texts == ["1a", "2b"])
  }

  @Test func `payloads without ==, such as results and cases of the enum itself, are passed to the assertion`()
    async throws
  {
    var seen: [String] = []
    var failures = await receive(.result(.failure(Lost()))) {
      await $0.receive(Reply.result) { state, result in
        if case .failure(let error) = result { seen.append("\(error)") }
        state = [0]
      }
    }
    failures += await receive(.nested(.number(3))) {
      await $0.receive(Reply.nested) { state, reply in
        if case .number(let number) = reply { seen.append("\(number)") }
        state = [0]
      }
    }
    failures += await receive(.anything("any")) {
      await $0.receive(Reply.anything) { state, value in
        seen.append("\(value)")
        state = [0]
      }
    }
    #expect(failures.isEmpty)
    #expect(seen == ["Lost()", "3", "any"])
  }

  @Test func `a closure payload is rejected, because a mirror returns it in a form that can't be called`() async {
    var wasCalled = false
    let failures =
      await receive(.work { 5 }) { await $0.receive(Reply.work) { _, _ in wasCalled = true } }
      + receive(.tools(1, nil)) { await $0.receive(Reply.tools) { _, _ in wasCalled = true } }
      + receive(.list([])) { await $0.receive(Reply.list) { state, _ in state = [0] } }
      + receive(.work { 5 }) {
        await $0.receive(where: { if case .work(let work) = $0 { work() == 5 } else { false } }) { $0 = [0] }
      }
    #expect(failures.kinds == [.unexpectedFeedback, .unexpectedFeedback])
    #expect(
      failures.first?.headline.hasSuffix("the case named here, whose payload is a closure: use 'where:'.")
        == true
    )
    #expect(!wasCalled)
  }

  @Test func `a composed constructor binds the innermost payload, and distinguishes other paths to it`() async {
    var payloads: [Int] = []
    let failures =
      await receive(.nested(.nested(.number(3)))) {
        await $0.receive({ (number: Int) in Reply.nested(.nested(.number(number))) }) { state, number in
          payloads.append(number)
          state = [0]
        }
      }
      + receive(.nested(.other(3))) {
        await $0.receive({ (number: Int) in Reply.nested(.number(number)) }) { _, number in payloads.append(number) }
      }
    #expect(failures.kinds == [.unexpectedFeedback])
    #expect(payloads == [3])
  }

  @Test func `the payload can be ignored, with a closure of the state only or without any`() async {
    let failures =
      await receive(.number(7)) { await $0.receive(Reply.number) { $0 = [0] } }
      + receive(.number(7)) { await $0.receive(Reply.number) }
    #expect(failures.kinds == [.unexpectedState])
  }

  @Test func `another case with a payload of the same type does not match, and its closure is not called`() async {
    var wasCalled = false
    // Fails: unexpectedFeedback
    let failures = await receive(.other(7)) { await $0.receive(Reply.number) { _, _ in wasCalled = true } }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline
        == "The store received .other(7) where the test expects a feedback of the case named here."
    )
    #expect(!wasCalled)
  }

  @Test func `two cases that share their base name are identified by the labels of their payloads`() async {
    let failures =
      await receive(.point(x: 1)) { await $0.receive(Reply.point(y:)) { _, _ in } }
      + receive(.point(x: 1)) { await $0.receive(Reply.point(x:)) { state, _ in state = [0] } }
      + receive(.point(x: 1)) { await $0.receive(.point(y: 1)) }
    #expect(failures.kinds == [.unexpectedFeedback, .unexpectedFeedback])
  }

  @Test func `a value without == is compared by structure`() async {
    let failures =
      await receive(.done) { await $0.receive(.done) { $0 = [0] } }
      + receive(.named(id: 1, name: "a")) { await $0.receive(.named(id: 1, name: "a")) { $0 = [0] } }
    #expect(failures.isEmpty)
    let others =
      await receive(.done) { await $0.receive(.number(1)) }
      + receive(.named(id: 1, name: "a")) { await $0.receive(.named(id: 1, name: "b")) }
      + receive(.number(1)) { await $0.receive(.other(1)) }
    #expect(others.kinds == [.unexpectedFeedback, .unexpectedFeedback, .unexpectedFeedback])
  }

  @Test func `a second receive of a case that arrived once fails`() async {
    let failures = await receive(.number(7)) {
      await $0.receive(Reply.number) { $0 = [0] }
      await $0.receive(Reply.number) { $0 = [0, 1] }  // Fails: missingFeedback
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "The feedback of the case named here did not arrive.")
  }

  @Test func `a predicate is called, and decides`() async {
    var asked = 0
    let failures =
      await receive(.number(7)) {
        await $0.receive(where: { _ in
          asked += 1
          return true
        }) { $0 = [0] }
      }
      + receive(.number(7)) { await $0.receive(where: { _ in false }) }  // Fails: unexpectedFeedback
    #expect(asked > 0)
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline
        == "The store received .number(7) where the test expects a feedback that satisfies the predicate."
    )
  }
}
