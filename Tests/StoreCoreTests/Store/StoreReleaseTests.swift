import Dispatch
import StoreCore
import StoreDependencies
import Synchronization
import TestSupport
import Testing

/// Values whose `deinit` uses the store, at every point at which the store releases them.
@MainActor @Suite(.timeLimit(.minutes(15))) struct StoreReleaseTests {
  // MARK: Messages

  @Test func `inputs that released payloads of queued messages send are handled before 'send' returns`() {
    let owner = StoreOwner()
    owner.duringNextMessage {
      for number in 1...3 { owner.note("\(number)") { owner.note("after \(number)") } }
    }
    owner.note("first")
    #expect(owner.store?.texts == ["first", "1", "2", "3", "after 1", "after 2", "after 3"])
  }

  @Test func `each released payload can send the next one`() {
    let owner = StoreOwner()
    /// Sends a number, and the next one when its payload is released.
    func count(_ number: Int) {
      owner.note("\(number)") { if number < 1000 { count(number + 1) } }
    }
    owner.duringNextMessage { count(1) }
    owner.note("first")
    #expect(owner.store?.texts == ["first"] + (1...1000).map(String.init))
  }

  @Test func `a feedback can send when it is released`() async {
    let owner = StoreOwner()
    owner.store?.send(
      .start(.run { send in await send(.init("a", isLater: true) { owner.note("released") }) })
    )
    await untilTexts(["a", "released"], of: owner)
  }

  @Test func `an error can send when it is released`() async {
    struct Failure: Error {
      let action: ReleaseAction
    }
    let owner = StoreOwner()
    owner.store?.send(
      .start(
        .run { _ in
          throw Failure(action: ReleaseAction(isLater: true) { owner.note("released") })
        } catch: { _, send in
          await send(.init("caught"))
        }
      )
    )
    await untilTexts(["caught", "released"], of: owner)
  }

  // MARK: State

  @Test
  func `a value that the reducer removes from the state can send, and its input is handled before 'send' returns`() {
    let owner = StoreOwner()
    owner.store?.send(.keep(.init("kept") { owner.note("released") }))
    owner.store?.send(.keep(nil))
    #expect(owner.store?.texts == ["released"])
  }

  @Test func `the state from before a message can read the store and send when it is released`() {
    let owner = StoreOwner()
    owner.store?.onEvent = { _ in }
    var seen: [[String]?] = []
    owner.store?.send(
      .keep(
        .init("kept") {
          seen.append(owner.store?.texts)
          owner.note("released")
        }
      )
    )
    owner.note("a")
    owner.store?.send(.keep(nil))
    #expect(owner.store?.texts == ["a", "released"])
    #expect(seen == [["a"]])
  }

  @Test func `an observer and a value released with it can send during a notification`() {
    let owner = StoreOwner()
    withTracking {
      _ = owner.store?.texts
    } onChange: { [payload = PayloadFeature.Payload("x") { owner.note("released") }] in
      owner.note("observed")
      _ = payload
    }
    owner.note("a")
    #expect(owner.store?.texts == ["a", "observed", "released"])
  }

  #if os(Linux) || os(macOS)
    @Test func `a value that reads its store while the reducer releases it is named when the process stops`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await readInDeinit()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("The state of a store was read while its reducer was changing it."))
      #expect(text.contains("the 'deinit' of a value that it replaces or removes"))
    }
  #endif

  // MARK: Effects

  @Test func `values that an effect holds can send, cancel and subscribe when it is cancelled`() async {
    let owner = StoreOwner()
    let probe = Probe()
    let task = owner.store?.send(
      .start(
        .concatenate(
          .run("a") { [payload = PayloadFeature.Payload("")] _ in
            probe.note("started")
            await probe.waitUntilCancelled()
            _ = payload
          },
          .run("b") { [payload = PayloadFeature.Payload("b") { owner.cancel("other") }] _ in _ = payload },
          .output(.init("c") { owner.note("released") })
        )
        .cancellable(id: "chain")
      )
    )
    let other = owner.store?.send(.start(.run { _ in await probe.waitUntilCancelled() }.cancellable(id: "other")))
    await probe.wait(for: "started")
    owner.cancel("chain")
    await task?.finish()
    await other?.finish()
    #expect(owner.store?.texts == ["released"])
  }

  @Test func `an id can send when it is compared, hashed and released`() async {
    let owner = StoreOwner()
    for number in 0..<40 {
      let id = ComparisonAction(number % 20) { [weak owner] in owner?.noteOnce("compared") }
      let payload = PayloadFeature.Payload("") { [weak owner] in owner?.noteOnce("released") }
      let effect = Effect<PayloadFeature.Payload, PayloadFeature.Payload>.run { @MainActor _ in }
      await owner.store?.send(.start(effect.cancellable(id: id).cancellable(id: payload))).finish()
      owner.store?.send(.start(.cancel(id: id)))
    }
    // The engine forgets an unused id when many others exist.
    for number in 0..<200 { owner.store?.send(.start(.none.cancellable(id: number))) }
    #expect(owner.store?.texts == ["compared", "released"])
  }

  @Test(arguments: ["id", "task", "store"])
  func `a handler of a task's cancellation can send`(way: String) async {
    let owner = StoreOwner()
    let probe = Probe()
    let task = owner.store?.send(
      .start(
        .run { _ in
          await withTaskCancellationHandler {
            probe.note("started")
            await probe.waitUntilCancelled()
          } onCancel: {
            MainActor.assumeIsolated { owner.note("cancelled") }
            probe.note("ended")
          }
        }
        .cancellable(id: "id")
      )
    )
    await probe.wait(for: "started")
    let texts = owner.store?.stateStream
    switch way {
    case "id": owner.cancel("id")
    case "task": await task?.cancel()
    default: owner.release()
    }
    #expect(probe.count("ended") == 1)
    if let store = owner.store { #expect(store.texts == ["cancelled"]) }
    _ = texts
  }

  @Test func `a clock can send when a throttle reads the time`() {
    let owner = StoreOwner()
    let clock = ActingClock { owner.noteOnce("asked") }
    owner.store = Store(initialState: PayloadFeature.State()) {
      PayloadFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    for number in 0..<3 {
      owner.store?.send(
        .start(.output(.init("\(number)")).throttle(id: number % 2, for: .seconds(1), latest: false))
      )
    }
    #expect(owner.store?.texts == ["asked"])
  }

  // MARK: Release of the store

  @Test(arguments: [false, true])
  func `a store that is released during a message handles the messages that wait`(hasQueue: Bool) {
    let owner = StoreOwner()
    let states = owner.store?.stateStream
    owner.duringNextMessage {
      if hasQueue { owner.note("queued") { owner.texts.append("released") } }
      owner.release()
    }
    owner.note("a")
    #expect(owner.store == nil)
    #expect(owner.texts == (hasQueue ? ["released"] : []))
    _ = states
  }

  @Test func `the payload of a queued message can release the store`() async {
    let owner = StoreOwner()
    let probe = Probe()
    owner.store?.send(
      .start(
        .run { _ in
          await probe.waitUntilCancelled()
          probe.note("ended")
        }
      )
    )
    owner.duringNextMessage {
      owner.note("1") { owner.release() }
      owner.note("2") { owner.note("too late") }
    }
    owner.note("a")
    #expect(owner.store == nil)
    await probe.wait(for: "ended")
  }

  @Test func `a value that the reducer releases can release the store`() {
    let owner = StoreOwner()
    weak let store = owner.store
    owner.store?.send(.keep(.init("kept") { owner.release() }))
    owner.store?.send(.keep(nil))
    #expect(owner.store == nil)
    #expect(store == nil)
  }

  @Test func `an observer of the state can release the store`() {
    let owner = StoreOwner()
    withTracking {
      _ = owner.store?.texts
    } onChange: {
      owner.release()
    }
    weak let store = owner.store
    owner.note("a")
    #expect(store == nil)
  }

  @Test func `a store's own effect can release the store, and its feedback is dropped`() async {
    let owner = StoreOwner()
    let probe = Probe()
    let outputs = owner.store?.outputStream
    owner.store?.send(
      .start(
        .run { @MainActor send in
          owner.release()
          await send(.init("late") { probe.note("released") })
        }
      )
    )
    await probe.wait(for: "released")
    if let outputs { for await output in outputs { Issue.record("\(output.text) was emitted.") } }
  }

  // MARK: Observers of events

  @Test func `the state is released on the main actor, on whichever thread an effect ends`() async {
    let isMain = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: isMain, value: true)
    let places = Mutex<[Bool]>([])
    for _ in repetitions(100, byDefault: 5) {
      let note = ReleaseNote { places.withLock { $0.append(DispatchQueue.getSpecific(key: isMain) ?? false) } }
      var store: Store? = Store(initialState: note) { ImmediateEffectFeature() }
      for number in 0..<4 { store?.send(number) }
      await Task.yield()
      store = nil
    }
    await Task.yield()
    #expect(places.withLock(\.self) == Array(repeating: true, count: repetitions(100, byDefault: 5).count))
  }

  @Test func `values that an observer of events holds can send, and set another observer`() {
    let owner = StoreOwner()
    var seen = 0
    /// Sets an observer that is the only owner of an action.
    func observe() {
      let action = ReleaseAction {
        owner.note("released")
        owner.store?.onEvent = { _ in seen += 1 }
      }
      owner.store?.onEvent = { _ in _ = action }
    }
    observe()
    owner.store?.onEvent = nil
    owner.note("a")
    #expect(owner.store?.texts == ["released", "a"])
    #expect(seen == 1)
  }
}

extension StoreReleaseTests {
  /// Waits until the state of the store has the texts.
  private func untilTexts(_ texts: [String], of owner: StoreOwner) async {
    guard let states = owner.store?.stateStream else { return }
    for await state in states where state.texts == texts { break }
  }
}

extension StoreOwner {
  fileprivate func cancel(_ id: String) {
    store?.send(.start(.cancel(id: id)))
  }

  /// Sends a text unless this function has sent it before.
  fileprivate func noteOnce(_ text: String) {
    guard !texts.contains(text) else { return }
    texts.append(text)
    note(text)
  }
}

/// Reads a store in the `deinit` of a value that its reducer releases.
@MainActor private func readInDeinit() {
  let owner = StoreOwner()
  owner.store?.send(.keep(.init("kept") { _ = owner.store?.texts }))
  owner.store?.send(.keep(nil))
}

/// A clock that always shows zero, and runs a closure when its time is read.
private struct ActingClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    func duration(to other: Instant) -> Duration { other.offset - offset }

    static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  let action: @MainActor @Sendable () -> Void

  var now: Instant {
    MainActor.assumeIsolated(action)
    return Instant(offset: .zero)
  }

  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

/// A feature whose effects end at once.
private struct ImmediateEffectFeature: Reducer {
  func reduce(message: Message<Int, Never>, into state: inout ReleaseNote) -> Effect<Never, Never> {
    .run { _ in }
  }
}

/// A value that runs a closure in its `deinit`, on any thread.
private final class ReleaseNote: Sendable, Equatable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }

  static func == (first: ReleaseNote, second: ReleaseNote) -> Bool { first === second }
}
