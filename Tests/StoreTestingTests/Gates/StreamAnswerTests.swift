import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// The default order, except that the test chooses among the answers of gates.
private final class ChoosingOrder: UsualOrder {
  /// The answers to each wait, in order.
  let offers = Recorder<[OpenAnswer]>()

  /// The numbers of the effects that act, in order.
  let actors = Recorder<Int>()

  let choosesAnswers = true

  let repeatsAnswers: Bool

  init(repeatsAnswers: Bool) { self.repeatsAnswers = repeatsAnswers }

  func open(_ answers: [OpenAnswer], for effect: InFlightEffect) { offers.record(answers) }

  func willAct(for effect: EffectToken, in store: TestEnvironment) { actors.record(effect.id) }
}

/// The own answers of a gate, to which listener they may be given, and how often.
@Suite struct StreamAnswerTests {
  private func makeStore() -> TestStore<ChatFeature> {
    TestStore(initialState: ChatFeature.State()) { ChatFeature() }
  }

  @Test func `a listener that is busy, or has left, can't be answered`() async {
    let store = makeStore()
    store.answersGatesManually = true
    let messages = store.gate("messages", at: \.socket.messages) { _ in [.element("1")] }
    await store.send(.readSlowly("a"))
    #expect(messages.openAnswers.map(\.count) == [1])
    await messages.yield("1")
    #expect(messages.openAnswers.isEmpty)
    await store.clock.advance(by: .seconds(1))
    await store.receive(.said("1", in: "a")) { $0.lines = ["a: 1"] }
    #expect(messages.openAnswers.map(\.count) == [1])
    await messages.finish()
    #expect(messages.openAnswers.isEmpty)
    await store.finish()
  }

  @Test func `an answer that was chosen is not given again`() async {
    let store = makeStore()
    store.answersGatesManually = true
    let messages = store.gate("messages", at: \.socket.messages) { _ in [.element("1"), .element("2"), .finish] }
    await store.send(.join("a"))
    let answers = messages.openAnswers[0]
    store.answersGatesManually = false
    answers[1].give()
    await store.receive(.said("2", in: "a")) { $0.lines = ["a: 2"] }
    await store.receive(.said("1", in: "a")) { $0.lines = ["a: 2", "a: 1"] }
    await store.receive(.ended("a")) { $0.closed = ["a"] }
    await store.finish()
  }

  @Test(arguments: [(false, [#"yielding "1""#]), (true, [#"yielding "1""#, #"yielding "2""#])])
  func `an order that chooses is offered each answer once, unless it repeats them`(repeats: Bool, rest: [String])
    async
  {
    let order = ChoosingOrder(repeatsAnswers: repeats)
    await Hooks.$order.withValue(order) {
      let store = makeStore()
      store.gate("messages", at: \.socket.messages) { _ in [.element("1"), .element("2")] }
      await store.send(.join("a"))
      // The effect opens the stream, and waits.
      #expect(order.actors.values == [1, 1])
      order.offers.values.last?[1].give()
      await store.receive(.said("2", in: "a")) { $0.lines = ["a: 2"] }
      await store.cancelInFlightEffects()
      await store.finish()
    }
    #expect(order.offers.values.map { $0.map(\.participle) } == [[#"yielding "1""#, #"yielding "2""#], rest])
  }
}
