import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// What a scheduler of one run offers, and remembers.
@Suite struct ScheduleChoiceTests {
  @Test func `a single possible event is no choice`() {
    let controller = ScheduleController(policy: RandomPolicy(seed: 0), granularity: .deliveries)
    let option = ScheduleOption(.continueTest, label: ScheduleOption.continueLabel)
    #expect(controller.choose([option])?.label == "test")
    #expect(controller.choose([])?.label == nil)
    #expect(controller.choices.isEmpty)
  }

  @Test(arguments: [false, true], [false, true])
  func `events count as left open until one of them happens`(isAnswer: Bool, hasHappened: Bool) async throws {
    let isLeft = Recorder<Bool>()
    let schedule = Schedule(deviations: [Schedule.Deviation(choice: 0, label: ScheduleOption.continueLabel)])
    let controller = ScheduleController(policy: ScheduledPolicy(schedule), granularity: .deliveries)
    let body = TestBody {
      let store = TestStore(initialState: 0) { Asking(asks: isAnswer) }
      store.exhaustivity = .off
      store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
      await store.send(.start)
      let environment = store.session.environment
      let open = controller.options(in: environment, nil, .waits, mayContinue: false)
      #expect(open.count == 1)
      if hasHappened, let event = open.first { controller.perform(event) }
      isLeft.record(controller.beginStep(.acts, in: environment))
      await store.finish()
    }
    try await body.run(under: controller, sink: nil)
    #expect(isLeft.values == [!hasHappened])
  }

  @Test func `a store that is released performs what is left open in the default order`() async throws {
    let notes = Recorder<String>()
    let schedule = Schedule(deviations: [Schedule.Deviation(choice: 0, label: ScheduleOption.continueLabel)])
    let controller = ScheduleController(policy: ScheduledPolicy(schedule), granularity: .deliveries)
    let body = TestBody {
      let store = TestStore(initialState: 0) {
        Machine<Int, Bool, Int, Never> { message, _ in
          guard case .input = message else { return .none }
          return .merge(
            ["first", "second"].map { name in
              .run {
                await $0(1)
                notes.record(name)
              }
            }
          )
        }
      }
      store.exhaustivity = .off
      await store.send(true)
      withExtendedLifetime(store) { notes.record("test") }
    }
    try await body.run(under: controller, sink: nil)
    #expect(notes.values == ["test", "first", "second"])
  }
}

/// Sends, after a question or at once.
private struct Asking: Reducer {
  enum Input: Equatable { case start }

  let asks: Bool

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Int>, into state: inout Int) -> Effect<Int, Never> {
    guard case .input = message else { return .none }
    return .run("ask") { send in
      if asks { _ = try await client.ask(1) }
      await send(2)
    }
  }
}
