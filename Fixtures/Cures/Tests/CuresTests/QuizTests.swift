import StoreCore
import StoreTesting
import Testing

@testable import CuresApp

/// Tests of a state with a private setter, and with a struct in a case.
@Suite struct QuizTests {
  @Test func plays() async {
    let store = TestStore(initialState: Quiz.State()) { Quiz() }
    await store.send(.startTapped) { $0.phase = .playing(Quiz.Round(question: "How many cantons has Switzerland?")) }
    //~ wrong forgotten field of a payload: await store.send(.answered("26"))
    //~ wrong field of a payload in a case: await store.send(.answered("26")) { if case .playing(var round) = $0.phase { round.answers = ["23"]; $0.phase = .playing(round) } }
    await store.send(.answered("26")) {
      if case .playing(var round) = $0.phase {
        round.answers = ["26"]
        $0.phase = .playing(round)
      }
    }
    await store.finish()
  }

  @Test func wins() async {
    let store = TestStore(initialState: Quiz.State()) { Quiz() }
    //~ wrong forgotten change behind a private setter: await store.send(.won(2))
    //~ wrong change behind a private setter: await store.send(.won(2)) { $0.win(3) }
    await store.send(.won(2)) { $0.win(2) }
    await store.finish()
  }
}
