import SampleFeatures
import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Synchronization
import Testing

@Suite(
  "Mobius loader",
  .mutants(of: MobiusLoader.self, minimumScore: 1),
  .coverage(of: MobiusLoader.self, minimum: 1)
)
struct MobiusLoaderTests {
  /// Returns a store without a handler, so that the commands are outputs.
  private func makeLogic(_ model: MobiusLoader.Model = .idle) -> TestStore<MobiusLoader> {
    TestStore(initialState: model) { MobiusLoader() }
  }

  @Test func `A test that asserts the commands runs no effects`() async {
    let store = makeLogic()
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveOutput(.download)
    await store.send(.load)
    await store.send(.cancel) { $0 = .idle }
    await store.receiveOutput(.stop)
    await store.send(.cancel)
    await store.finish()
  }

  @Test func `A step is compared as a whole`() {
    #expect(MobiusLoader().update(.idle, on: .input(.load)) == .state(.loading(attempt: 1), commands: .download))
  }

  @Test func `An event that changes nothing sets no model, rather than an equal one`() {
    let loader = MobiusLoader()
    #expect(loader.update(.loading(attempt: 1), on: .input(.load)) == .nothing)
    #expect(loader.update(.idle, on: .input(.cancel)) == .nothing)
    #expect(loader.update(.idle, on: .feedback(.pauseEnded)) == .nothing)
    #expect(loader.update(.waiting(attempt: 2), on: .feedback(.downloaded(.success([])))) == .nothing)
  }

  @Test(
    arguments: [
      (.idle, .input(.load), .state(.loading(attempt: 1), commands: .download)),
      (
        .loading(attempt: 2), .feedback(.downloaded(.failure(.interrupted))),
        .state(.waiting(attempt: 2), commands: .pause(.seconds(1)))
      ),
      (
        .loading(attempt: 3), .feedback(.downloaded(.failure(.interrupted))),
        .state(.failed(.interrupted))
      ),
      (.waiting(attempt: 2), .feedback(.pauseEnded), .state(.loading(attempt: 3), commands: .download)),
      (.waiting(attempt: 2), .input(.cancel), .state(.idle, commands: .stop)),
    ]
      as [(
        MobiusLoader.Model, Message<MobiusLoader.Input, MobiusLoader.Feedback>,
        Next<MobiusLoader.Model, MobiusLoader.Command>
      )]
  )
  func `The next value has the model and the effects`(
    _ model: MobiusLoader.Model,
    _ message: Message<MobiusLoader.Input, MobiusLoader.Feedback>,
    _ next: Next<MobiusLoader.Model, MobiusLoader.Command>
  ) {
    #expect(MobiusLoader().update(model, on: message) == next)
  }

  @Test func `The handler tries a failed download again after a second`() async {
    let store = TestStore(initialState: .idle) {
      MobiusLoader().performing(MobiusLoaderHandler().perform)
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: 1).numbersClient
    }
    store.exhaustivity = .strict

    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .waiting(attempt: 1) }
    await store.receiveEffect("pause")
    #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
    await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
    await store.receiveEffect("download")
    await store.receive(.downloaded(.success([1, 2, 3]))) { $0 = .loaded([1, 2, 3]) }
    await store.finish()
  }

  @Test func `The third failure in the handler is the last, and the loader can be used again`() async {
    let store = TestStore(initialState: .idle) {
      MobiusLoader().performing(MobiusLoaderHandler().perform)
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: 3, after: .seconds(2)).numbersClient
    }
    store.exhaustivity = .strict

    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    for attempt in 1...2 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(2))
      await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .waiting(attempt: attempt) }
      await store.receiveEffect("pause")
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.pauseEnded) { $0 = .loading(attempt: attempt + 1) }
      await store.receiveEffect("download")
    }
    #expect(await store.clock.advanceToNextDeadline() == .seconds(2))
    await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .failed(FlakyServer.offline) }
    #expect(store.inFlightEffects.isEmpty)

    // First after the failure, then after the success.
    for _ in 1...2 {
      await store.send(.cancel)
      await store.send(.load) { $0 = .loading(attempt: 1) }
      await store.receiveEffect("download")
      await store.send(.cancel) { $0 = .idle }
      #expect(store.inFlightEffects.isEmpty)
      await store.send(.load) { $0 = .loading(attempt: 1) }
      await store.receiveEffect("download")
      #expect(await store.clock.advanceToNextDeadline() == .seconds(2))
      await store.receive(.downloaded(.success([1, 2, 3]))) { $0 = .loaded([1, 2, 3]) }
    }
    await store.finish()
  }

  @Test func `A test runs the handler with its own sender`() async {
    let sent = Mutex<[MobiusLoader.Feedback]>([])
    await withDependencies {
      $0.numbersClient = NumbersClient { [7] }
    } operation: {
      await MobiusLoaderHandler().download(Send { feedback in sent.withLock { $0.append(feedback) } })
    }
    #expect(sent.withLock(\.self) == [.downloaded(.success([7]))])
  }

  @Test(arguments: 0...2)
  func `Cancelling in the handler ends the attempts and the pause`(afterSteps steps: Int) async {
    let store = TestStore(initialState: .idle) {
      MobiusLoader().performing(MobiusLoaderHandler().perform)
    } withDependencies: {
      $0.numbersClient = FlakyServer(failures: 1, after: .seconds(2)).numbersClient
    }
    store.exhaustivity = .strict

    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveEffect("download")
    if steps > 0 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(2))
      await store.receive(.downloaded(.failure(FlakyServer.offline))) { $0 = .waiting(attempt: 1) }
      await store.receiveEffect("pause")
    }
    if steps > 1 {
      #expect(await store.clock.advanceToNextDeadline() == .seconds(1))
      await store.receive(.pauseEnded) { $0 = .loading(attempt: 2) }
      await store.receiveEffect("download")
    }
    await store.send(.cancel) { $0 = .idle }
    await store.clock.advance(by: .seconds(9))
    await store.finish()
  }

  @Test(arguments: [.idle, .loaded([7]), .failed(.interrupted)] as [MobiusLoader.Model])
  func `An ended load can be restarted, but not cancelled`(_ model: MobiusLoader.Model) async {
    let store = makeLogic(model)
    await store.send(.cancel)
    await store.send(.load) { $0 = .loading(attempt: 1) }
    await store.receiveOutput(.download)
    await store.send(.load)
    await store.send(.cancel) { $0 = .idle }
    await store.receiveOutput(.stop)
    await store.finish()
  }

  @Test func `A load is ignored while an attempt runs or waits`() async {
    let store = makeLogic(.waiting(attempt: 1))
    await store.receiveOutput(.pause(.seconds(1)))
    await store.send(.load)
    await store.finish()
  }

  @Test(
    arguments: [
      (.loading(attempt: 2), .download), (.waiting(attempt: 2), .pause(.seconds(1))),
    ] as [(MobiusLoader.Model, MobiusLoader.Command)]
  )
  func `The start resumes a saved attempt`(_ model: MobiusLoader.Model, _ command: MobiusLoader.Command) async {
    let store = makeLogic(model)
    await store.receiveOutput(command)
    await store.finish()
  }

  @Test(arguments: [.idle, .loaded([1])] as [MobiusLoader.Model])
  func `The start of an idle loop does nothing`(_ model: MobiusLoader.Model) async {
    await makeLogic(model).finish()
  }
}
