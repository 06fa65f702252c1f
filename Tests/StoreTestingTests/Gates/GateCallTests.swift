import TestSupport
import Testing

@testable import StoreTesting

/// A value that is written with an assumption about its initialiser.
struct TrainTicket: Equatable, Sendable {
  let number: Int
}

@Suite struct GateCallTests {
  private func makeStore() -> TestStore<GatedFeature> {
    TestStore(initialState: GatedFeature.State()) { GatedFeature() }
  }

  private func makeCall<Arguments: Sendable, Value: Sendable, Failure: Error>(
    at gate: Gate<Arguments, Value, Failure>,
    _ arguments: Arguments
  ) -> GateCall<Arguments, Value, Failure> {
    GateCall(gate: gate, number: 1, arguments: arguments, effect: nil)
  }

  /// Returns the line that answers a call, given what the test expects.
  private func answer<Value: Sendable, Failure: Error>(
    to gate: Gate<Void, Value, Failure>,
    expecting expected: Any? = nil
  ) -> String {
    makeCall(at: gate, ()).answer(on: "gate", expected: expected)
  }

  @Test func `the answer to a call is the part of what the test expects that it can return or throw`() {
    #expect(answer(to: Gate<Void, Int, Never>("gate"), expecting: ("a", 7)) == "await gate.succeed(with: 7)")
    // The assumption about the initialiser is no part of the line.
    #expect(
      answer(to: Gate<Void, TrainTicket, Never>("gate"), expecting: ("a", TrainTicket(number: 7)))
        == "await gate.succeed(with: TrainTicket(number: 7))"
    )
    let lost = ("a", SocketError.lost)
    #expect(answer(to: Gate<Void, Int, SocketError>("gate"), expecting: lost) == "await gate.fail(with: .lost)")
    #expect(
      answer(to: Gate<Void, Int, any Error>("gate"), expecting: lost) == "await gate.fail(with: SocketError.lost)"
    )
  }

  @Test func `without such a part, the answer is an empty value, or a placeholder`() {
    #expect(answer(to: Gate<Void, Void, SocketError>("gate")) == "await gate.succeed()")
    #expect(answer(to: Gate<Void, Int, SocketError>("gate"), expecting: "a") == "await gate.succeed(with: 0)")
    #expect(answer(to: Gate<Void, TrainTicket, Never>("gate")) == "await gate.succeed(with: <#TrainTicket#>)")
  }

  @Test func `the answer to a later call skips the older ones`() async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find)
    await store.send(.find("a"))
    await store.send(.find("b"))
    #expect(
      find.pending.map { $0.answer(on: "find", expected: nil) } == [
        "await find.succeed(with: 0)", "await find.succeed(with: 0, skipping: 1)",
      ]
    )
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `calls differ in their arguments if these can be compared and written, or else in their texts`() {
    func property<Arguments: Sendable>(of arguments: Arguments) -> String? {
      makeCall(at: Gate<Arguments, Int, Never>("find"), arguments).comparison?.property
    }
    #expect(property(of: "a") == "arguments")
    #expect(property(of: ("a", 1)) == "description")
    #expect(property(of: TrainTicket(number: 7)) == "description")
    #expect(property(of: ()) == nil)
  }

  @Test func `a call that returns nothing is a command`() {
    #expect(makeCall(at: Gate<Void, Void, Never>("save"), ()).isCommand)
    #expect(!makeCall(at: Gate<Void, Int, Never>("load"), ()).isCommand)
  }

  @Test func `each of several calls that return nothing is answered on its own`() async {
    let store = makeStore()
    let save = Gate<Void, Void, SaveError>("save")
    store.dependencies.gatedClient.save = { () async throws(SaveError) in try await save() }
    await store.send(.save)
    await store.send(.save)
    await save.pending[1].succeed()
    #expect(save.pending.map(\.number) == [1])
    await store.receive(.answered("saved")) { $0.answers = ["saved"] }
    await save.fail(with: SaveError())
    await store.receive(.answered("SaveError()")) { $0.answers = ["saved", "SaveError()"] }
    await store.finish()
  }

  @Test func `a call that has ended is neither left unanswered nor cancelled`() async {
    let store = makeStore()
    let find = store.gate("find", at: \.gatedClient.find)
    let greet = store.gate("greet", at: \.gatedClient.greet)
    await store.send(.find("a"))
    await store.send(.greet("Ada"))
    let (left, cancelled) = (find.pending[0], greet.pending[0])
    left.leaveUnanswered()
    #expect(left.isLeftUnanswered)
    await store.send(.stop)
    #expect(!left.isLeftUnanswered)
    #expect(cancelled.isCancelled)
    await greet.succeed(with: "Hello")
    #expect(!cancelled.isCancelled)
    await store.finish()
  }

  @Test func `the text of a call is written once`() {
    let record = CallRecord()
    let texts = ["first", "second"].map { text in record.text { text } }
    #expect(texts == ["first", "first"])
  }
}
