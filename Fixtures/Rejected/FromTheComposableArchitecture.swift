// Calls from The Composable Architecture, with errors that name the replacements.
import StoreCore
import StoreTesting

struct Facts: ActionReducer {
  struct State: Equatable { var fact = "" }
  enum Action: Equatable { case factTapped, factResponse(String), answer(Answer) }
  enum Answer: Equatable { case first, second(Int) }

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    .send(.factTapped)  // error: 'send' has been renamed to 'feedback(_:)'
  }
}

func test(_ store: TestStoreOf<Facts>) async {
  await store.send(\.factTapped)  // error: Make the value with its case: 'send(.tapped)'.
  await store.send(\.factResponse, "a") { $0.fact = "a" }  // error: Make the value with its case
  await store.receive(\.factResponse)  // error: Name the case by its constructor: 'receive(Feature.Feedback.response)'.
  await store.receive(\.factResponse) { $0.fact = "a" }  // error: Name the case by its constructor
  await store.receive(\.answer.second, timeout: .seconds(1))  // error: Name the case by its constructor
  await store.receive(\.rows[id: 1].tapped)  // error: Name the case by its constructor
  await store.send(\.rows[id: 1].tapped)  // error: Make the value with its case: 'send(.tapped)'.
  await store.receive(\.factResponse, "a") { $0.fact = "a" }  // error: Make the value with its case
  await store.skipReceivedActions()  // error: has been renamed to 'skipReceived(strict:)'
  await store.skipInFlightEffects()  // error: has been renamed to 'cancelInFlightEffects(strict:)'
  store.exhaustivity = .off(showSkippedAssertions: true)  // error: has been renamed to 'off(showSkipped:)'
}
