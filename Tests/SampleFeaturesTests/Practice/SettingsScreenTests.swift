import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite("Settings screen", .mutants(of: SettingsScreen.self), .coverage(of: SettingsScreen.self, minimum: 1))
struct SettingsScreenTests {
  @Test func `Changes are written to the shared settings, and come back`() async {
    let settings = Source(PracticeSettings(goal: 15))
    let store = TestStore(initialState: SettingsScreen.State(settings: settings.value)) {
      SettingsScreen()
    } withDependencies: {
      $0.practiceSettings = settings
    }
    store.exhaustivity = .strict
    await store.receiveEffect("follow PracticeSettings")

    await store.send(.goalStepped(by: -5))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 10))) { $0.settings.goal = 10 }
    await store.send(.goalStepped(by: -10))
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 5))) { $0.settings.goal = 5 }
    await store.send(.backsUpToggled)
    await store.receiveEffect("update PracticeSettings")
    await store.receive(.settingsChanged(PracticeSettings(goal: 5, backsUp: true))) { $0.settings.backsUp = true }
    #expect(settings.value == PracticeSettings(goal: 5, backsUp: true))
    await store.cancelInFlightEffects()
    await store.finish()
  }
}
