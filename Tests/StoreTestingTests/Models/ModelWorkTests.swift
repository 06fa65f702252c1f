import Dispatch
import Observation
import StoreTesting
import TestSupport
import Testing

/// A model that has work of each kind.
@MainActor
@Observable
private final class Player {
  private(set) var time = 0

  private(set) var title = ""

  /// The end of each song, as the outside tells it.
  @ObservationIgnored private nonisolated(unsafe) var observation: Task<Void, Never>?

  private let titles: StreamGate<Void, String, Never>

  private let clock: any Clock<Duration>

  private let endsWithItsView: Bool

  init(titles: StreamGate<Void, String, Never>, clock: any Clock<Duration>, endsWithItsView: Bool = true) {
    self.titles = titles
    self.clock = clock
    self.endsWithItsView = endsWithItsView
    observation = Task { [weak self, titles] in
      for await title in titles() { self?.title = title }
    }
  }

  deinit {
    if endsWithItsView { observation?.cancel() }
  }

  func play() async throws {
    while true {
      try await clock.sleep(for: .seconds(1))
      time += 1
    }
  }

  func setTitle(_ title: String) { self.title = title }
}

@MainActor
@Suite struct ModelWorkTests {
  private let titles = StreamGate<Void, String, Never>("titles")

  private let clock = TestClock()

  private struct Shown: Equatable {
    var time = 0
    var title = ""

    @MainActor
    init(_ player: Player) {
      time = player.time
      title = player.title
    }
  }

  private typealias Store = TestStore<ContainerFeature<ModelContainer<Player, Shown>, Shown, Never>>

  private func makeStore(endsWithItsView: Bool = true) -> Store {
    TestStore(
      of: Player(titles: titles, clock: clock, endsWithItsView: endsWithItsView),
      projection: Shown.init
    )
  }

  @Test func `the work of the initialiser ends with the model`() async {
    let store = makeStore()
    await store.settle()
    await titles.yield("A song")
    await store.receiveChange { $0.title = "A song" }
    await store.leave()
  }

  @Test func `work that goes on after the model is a failure`() async throws {
    let failures = await recordingFailures {
      let store = makeStore(endsWithItsView: false)
      await store.settle()
      await store.leave()
    }
    #expect(failures.kinds == [.effectInFlight])
    #expect(
      try #require(failures.first).headline == """
        The effect Player is still running at the end of the test: it listens to 'titles()'.
        """
    )
  }

  @Test func `a store whose model is released has ended`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.settle()
      await store.leave()
      await store.settle()  // Fails: usedAfterEnd
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a call is cancelled`() async {
    let store = makeStore()
    let playing = await store.call { try await $0.play() }
    await clock.advance(by: .seconds(1))
    await store.receiveChange { $0.time = 1 }
    await playing.cancel()
    await store.leave()
  }

  @Test func `a failure names the call as the test writes it`() async throws {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call { try await $0.play() }  // Fails: effectInFlight
      await titles.finish()
      await store.leave()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      try #require(failures.first).headline == """
        The effect play() is still running at the end of the test: it sleeps until 1 s; advance its clock by 1 s to wake it.
        """
    )
  }

  @Test func `a change between two steps by unknown code is a failure`() async throws {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.settle()  // Fails: lateFeedback
      let model: Player = store.model()
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          MainActor.assumeIsolated { model.setTitle("B") }
          continuation.resume()
        }
      }
      await store.receiveChange { $0.title = "B" }
      await store.leave()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      try #require(failures.first).text == """
        Code outside of the test has changed the model: Shown(time: 0, title: "B")

        No call of the test made the change, and no task that a call has started. It came between two steps, from a callback \
        such as that of a timer or a notification, or from another task.

        Pass the source of these events to the model, as a stream or a client, and let the test drive it.
        """
    )
  }

  @Test func `a change by unknown code after one of the test is a failure`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.settle()  // Fails: lateFeedback
      let model: Player = store.model()
      model.setTitle("A")
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          MainActor.assumeIsolated { model.setTitle("B") }
          continuation.resume()
        }
      }
      await store.receiveChange { $0.title = "A" }
      await store.receiveChange { $0.title = "B" }
      await store.leave()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `the test may change the model itself`() async {
    let store = makeStore()
    await store.settle()
    (store.model() as Player).setTitle("B")
    await store.receiveChange { $0.title = "B" }
    await store.leave()
  }
}

@MainActor
@Suite struct ModelActorTests {
  private let load = Gate<String, Int, Never>("load")

  private func makeStore() -> TestStore<
    ContainerFeature<ActorContainer<TallyActor, [String: Int]>, [String: Int], Never>
  > {
    TestStore(of: TallyActor { [load] in await load($0) }) { await $0.counts }
  }

  @Test(arguments: 0..<10) func `each job of an actor is a change`(_: Int) async {
    let store = makeStore()
    await store.call { await $0.count("a") }
    await store.receiveChange { $0["a"] = 1 }
    await load.succeed(with: 2)
    await store.receiveChange { $0["a"] = 3 }
    await store.finish()
  }

  @Test func `a task of an actor`() async {
    let store = makeStore()
    await store.call { await $0.countLater("a") }
    await store.receiveChange { $0["a"] = 1 }
    await load.succeed(with: 2)
    await store.receiveChange { $0["a"] = 3 }
    await store.finish()
  }

  @Test func `a change of an actor that isn't received is a failure`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.call { await $0.count("a") }
      await load.succeed(with: 2)
      await store.receiveChange { $0["a"] = 3 }  // Fails: unexpectedFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }
}
