import StoreCore
import StoreRecording
import StoreTesting
import Testing

/// A stack of texts, a form, and a shared number.
private struct Desk: Reducer {
  struct State: Equatable {
    var path: Stack<String> = []
    var name = ""
    var number = 0
  }

  enum Input: Equatable { case binding(Change<State>), opened(String), pathChanged([ScreenID]), added }
  enum Feedback: Equatable { case numberChanged(Int) }

  let number: Source<Int>

  func start(from state: State) -> Effect<Feedback, Never> { .following(number, Feedback.numberChanged) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.binding(let change)): change.apply(to: &state)
    case .input(.opened(let screen)): state.path.push(screen)
    case .input(.pathChanged(let ids)): state.path.ids = ids
    case .input(.added): return .update(number) { $0 += 1 }
    case .feedback(.numberChanged(let number)): state.number = number
    }
    return .none
  }
}

struct AppRecordingTests {
  @Test func `a recording names screens, fields and shared values`() async {
    let recording = await withRecording("a desk") {
      let store = TestStore(initialState: Desk.State()) { Desk(number: Source(0)) }
      await store.send(.opened("drawer")) { $0.path.push("drawer") }
      await store.send(.binding(.set(\.name, "Ada"))) { $0.name = "Ada" }
      await store.send(.pathChanged([])) { $0.path.pop() }
      await store.send(.added)
      await store.receiveEffect("update Int")
      await store.receive(.numberChanged(1)) { $0.number = 1 }
      await store.cancelInFlightEffects()
      await store.finish()
    }
    let messages = recording.entries.filter { $0.kind == .input || $0.kind == .feedback }
    #expect(
      messages.map { "\($0.text): \($0.changes.map(\.text))" } == [
        #".opened("drawer"): ["path[0]: inserted \"drawer\""]"#,
        #".binding(name = "Ada"): ["name: \"\" -> \"Ada\""]"#,
        #".pathChanged([]): ["path[0]: removed \"drawer\""]"#,
        ".added: []",
        #".numberChanged(1): ["number: 0 -> 1"]"#,
      ]
    )
    #expect(recording.effects.map(\.name) == ["follow Int", "update Int"])
  }
}
