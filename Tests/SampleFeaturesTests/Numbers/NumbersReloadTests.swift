import SampleFeatures
import StoreTesting
import Testing

extension NumbersSuites {
  @Suite("Numbers: reloading")
  struct NumbersReloadTests {
    struct Offline: Error {}

    /// The feature's error for ``Offline``.
    let offline = NumbersError.unavailable("Offline()")

    @Test func `Reloading shows the old numbers until the new ones arrive`() async {
      let clock = TestClock()
      let store = TestStore(initialState: .loaded([1])) {
        Numbers()
      } withDependencies: {
        $0.numbersClient.numbers = {
          try await clock.sleep(for: .seconds(1))
          return [2]
        }
      }

      await store.send(.reload)
      await clock.advance(by: .seconds(1))
      await store.receive(.numbersDownloaded(.success([2]))) { $0 = .loaded([2]) }
      await store.receiveOutput(.numbersDownloaded)
      await store.finish()
    }

    @Test func `Reloading to the same numbers announces them, too`() async {
      let store = TestStore(initialState: .loaded([1])) {
        Numbers()
      } withDependencies: {
        $0.numbersClient.numbers = { [1] }
      }

      await store.send(.reload)
      await store.receive(.numbersDownloaded(.success([1])))
      await store.receiveOutput(.numbersDownloaded)
      await store.finish()
    }

    @Test func `A failed reload keeps the old numbers and shows the reason`() async {
      let store = TestStore(initialState: .loaded([1])) {
        Numbers()
      } withDependencies: {
        $0.numbersClient.numbers = { throw Offline() }
      }

      await store.send(.reload)
      await store.receive(.numbersDownloaded(.failure(offline)))
      await store.receiveOutput(.reloadFailed(offline))
      await store.finish()
    }

    @Test(arguments: [.loading, .loaded([1])] as [Numbers.State])
    func `A reload cancels the running download`(_ state: Numbers.State) async {
      let clock = TestClock()
      let store = TestStore(initialState: state) {
        Numbers()
      } withDependencies: {
        $0.numbersClient.numbers = {
          try await clock.sleep(for: .seconds(1))
          return [2]
        }
      }

      await store.send(.reload)
      await clock.advance(by: .milliseconds(500))
      await store.send(.reload)
      #expect(store.inFlightEffects.count == 1)
      await clock.advance(by: .milliseconds(999))
      await store.receiveNothing()
      await clock.advance(by: .milliseconds(1))
      await store.receive(.numbersDownloaded(.success([2]))) { $0 = .loaded([2]) }
      await store.receiveOutput(.numbersDownloaded)
      await store.finish()
    }

    @Test(
      arguments: [.idle, .failed(.interrupted)] as [Numbers.State],
      [.onAppear, .reload] as [Numbers.Input]
    )
    func `A reload replaces the running download, started by an appearance or a reload`(
      _ state: Numbers.State,
      _ input: Numbers.Input
    ) async {
      let clock = TestClock()
      let store = TestStore(initialState: state) {
        Numbers()
      } withDependencies: {
        $0.numbersClient.numbers = {
          try await clock.sleep(for: .seconds(1))
          return [2]
        }
      }

      await store.send(input) { $0 = .loading }
      await clock.advance(by: .milliseconds(500))
      await store.send(.reload)
      await clock.advance(by: .seconds(1))
      await store.receive(.numbersDownloaded(.success([2]))) { $0 = .loaded([2]) }
      await store.receiveOutput(.numbersDownloaded)
      await store.finish()
    }
  }
}
