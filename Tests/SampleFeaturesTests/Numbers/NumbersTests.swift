import SampleFeatures
import StoreTesting
import Testing

extension NumbersSuites {
  @Suite("Downloading")
  struct NumbersTests {
    struct Offline: Error {}

    /// The feature's error for ``Offline``.
    let offline = NumbersError.unavailable("Offline()")

    @Test func `Appearing downloads numbers, and emits an output once they are in the state`() async {
      let store = TestStore(initialState: .idle) {
        Numbers()
      } withDependencies: {
        $0.numbersClient.numbers = { [1, 2, 3] }
      }
      store.exhaustivity = .strict

      await store.send(.onAppear) { $0 = .loading }
      await store.receiveEffect("downloadNumbers")
      await store.receive(.numbersDownloaded(.success([1, 2, 3]))) { $0 = .loaded([1, 2, 3]) }
      await store.receiveOutput(.numbersDownloaded)
      await store.finish()
    }

    @Test func `A failure is shown and not announced`() async {
      let store = TestStore(initialState: .idle) {
        Numbers()
      } withDependencies: {
        $0.numbersClient.numbers = { throw Offline() }
      }

      await store.send(.onAppear) { $0 = .loading }
      await store.receive(.numbersDownloaded(.failure(offline))) { $0 = .failed(offline) }
      await store.finish()
    }

    @Test func `Appearing while a download runs does not start a second one`() async {
      let clock = TestClock()
      let store = TestStore(initialState: .idle) {
        Numbers()
      } withDependencies: {
        $0.numbersClient.numbers = {
          try await clock.sleep(for: .seconds(1))
          return [1]
        }
      }
      store.exhaustivity = .strict

      await store.send(.onAppear) { $0 = .loading }
      await store.receiveEffect("downloadNumbers")
      await clock.advance(by: .milliseconds(600))
      await store.send(.onAppear)
      await clock.advance(by: .milliseconds(400))
      await store.receive(.numbersDownloaded(.success([1]))) { $0 = .loaded([1]) }
      await store.receiveOutput(.numbersDownloaded)
      await clock.run()
      await store.finish()
    }

    @Test func `Appearing again with numbers at hand changes nothing`() async {
      let store = TestStore(initialState: .loaded([1, 2, 3])) { Numbers() }
      store.exhaustivity = .strict

      await store.send(.onAppear)
      await store.finish()
    }

    @Test(
      arguments: [.idle, .failed(.interrupted)] as [Numbers.State],
      [.onAppear, .reload] as [Numbers.Input]
    )
    func `Appearing and reloading download before the first numbers and after a failure`(
      _ state: Numbers.State,
      _ input: Numbers.Input
    ) async {
      let store = TestStore(initialState: state) {
        Numbers()
      } withDependencies: {
        $0.numbersClient.numbers = { [] }
      }
      store.exhaustivity = .strict

      await store.send(input) { $0 = .loading }
      await store.receiveEffect("downloadNumbers")
      await store.receive(.numbersDownloaded(.success([]))) { $0 = .loaded([]) }
      await store.receiveOutput(.numbersDownloaded)
      await store.finish()
    }

    @Test func `A client that throws a cancellation error does not leave the list loading for ever`() async {
      let store = TestStore(initialState: .idle) {
        Numbers()
      } withDependencies: {
        $0.numbersClient.numbers = { throw CancellationError() }
      }

      await store.send(.onAppear) { $0 = .loading }
      await store.receive(.numbersDownloaded(.failure(.interrupted))) { $0 = .failed(.interrupted) }
      await store.finish()
    }

    @Test func `Cancelling the download of an appearance is not a failure, and reloading starts over`() async {
      let clock = TestClock()
      let store = TestStore(initialState: .idle) {
        Numbers()
      } withDependencies: {
        $0.numbersClient.numbers = {
          try await clock.sleep(for: .seconds(1))
          return [1]
        }
      }

      let task = await store.send(.onAppear) { $0 = .loading }
      await task.cancel()
      await clock.run()
      await store.send(.reload)
      await clock.run()
      await store.receive(.numbersDownloaded(.success([1]))) { $0 = .loaded([1]) }
      await store.receiveOutput(.numbersDownloaded)
      await store.finish()
    }

    @Test func `A test without a client fails`() async {
      let failures = await recordingFailures {
        let store = TestStore(initialState: .idle) { Numbers() }
        store.exhaustivity = .off
        await store.send(.onAppear)
        await store.finish()
      }
      #expect(failures.map(\.kind) == [.unimplementedDependency])
      #expect(failures.first?.headline.contains("NumbersClient.numbers") == true)
    }

    @Test func `A test at .observable asserts only the state and the outputs`() async {
      let store = TestStore(initialState: .idle) {
        Numbers()
      } withDependencies: {
        $0.numbersClient.numbers = { [1, 2, 3] }
      }
      store.exhaustivity = .observable

      await store.send(.onAppear) { $0 = .loading }
      await store.settle { $0 = .loaded([1, 2, 3]) }
      await store.receiveOutput(.numbersDownloaded)
      await store.finish()
    }

    @Test(
      arguments: [
        (.idle, "…"),
        (.loading, "…"),
        (.loaded([]), ""),
        (.loaded([1, 2, 3]), "1, 2, 3"),
        (.failed(.interrupted), "Some error happened"),
        (.failed(.unavailable("Offline()")), "Some error happened"),
      ] as [(Numbers.State, String)]
    )
    func `The text is the same before and while loading, and then the numbers or the error`(
      _ state: Numbers.State,
      _ text: String
    ) {
      #expect(state.text == text)
    }

    @Test func `An error has a readable reason`() {
      #expect(NumbersError.interrupted.text == "The download was interrupted.")
      #expect(NumbersError.unavailable("No luck.").text == "The numbers can't be downloaded: No luck.")
    }
  }
}
