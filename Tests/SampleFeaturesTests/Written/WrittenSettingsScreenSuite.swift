// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenPracticeSuites.swift. It says what the feature does, not what it should do.
// 2 tests assert 3 of 3 pairs of a mode and a message and 3 transitions, and notice 16 of 16 mutants.
// Not asserted: what more ways would show: the last ones still showed something. Raise 'runs:'.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: SettingsScreen.self, minimum: 1.0),
  .mutants(of: SettingsScreen.self, minimumScore: 1.0)
)
struct WrittenSettingsScreenSuite {
  private func makeStore() -> TestStore<SettingsScreen> {
    func make() -> TestStore<SettingsScreen> {
      let settings = Source(PracticeSettings())
      return TestStore(initialState: SettingsScreen.State()) {
        SettingsScreen()
      } withDependencies: {
        $0.practiceSettings = settings
      }
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `goal stepped 5: settings goal becomes 25, update PracticeSettings starts`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeSettings")
    // The name is about this step.
    await store.send(.goalStepped(by: 5))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 25, backsUp: false))) { $0.settings.goal = 25 }
    await store.send(.goalStepped(by: -10))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 15, backsUp: false))) { $0.settings.goal = 15 }
    await store.send(.backsUpToggled)
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 15, backsUp: true))) { $0.settings.backsUp = true }
    await store.send(.backsUpToggled)
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 15, backsUp: false))) { $0.settings.backsUp = false }
    await store.send(.backsUpToggled)
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 15, backsUp: true))) { $0.settings.backsUp = true }
    await store.send(.goalStepped(by: -10))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 5, backsUp: true))) { $0.settings.goal = 5 }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `goal stepped 5, backs up toggled, then backs up toggled: settings backs up becomes false, update PracticeSettings starts`() async throws {
    let store = makeStore()
    await store.receiveEffect("follow PracticeSettings")
    await store.send(.goalStepped(by: 5))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 25, backsUp: false))) { $0.settings.goal = 25 }
    await store.send(.backsUpToggled)
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 25, backsUp: true))) { $0.settings.backsUp = true }
    // The name is about this step.
    await store.send(.backsUpToggled)
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 25, backsUp: false))) { $0.settings.backsUp = false }
    await store.send(.backsUpToggled)
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 25, backsUp: true))) { $0.settings.backsUp = true }
    await store.send(.backsUpToggled)
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 25, backsUp: false))) { $0.settings.backsUp = false }
    await store.send(.backsUpToggled)
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 25, backsUp: true))) { $0.settings.backsUp = true }
    await store.send(.goalStepped(by: 5))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 30, backsUp: true))) { $0.settings.goal = 30 }
    await store.send(.goalStepped(by: -10))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 20, backsUp: true))) { $0.settings.goal = 20 }
    await store.send(.goalStepped(by: -10))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 10, backsUp: true))) { $0.settings.goal = 10 }
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
