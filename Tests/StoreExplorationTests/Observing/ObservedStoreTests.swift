import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// Jobs that begin, go on and end, beside a counter.
private struct OddJobs: Reducer {
  struct State: Equatable { var count = 0 }

  enum Input: Sendable {
    case counted, ignored, skipped, told, fetched, saved, rested, timed, watched, listened, signalled(Int), stopped
  }

  enum Feedback: Sendable { case done }
  enum Output: Sendable { case told }

  private let signals = AsyncStream<Int>.makeStream()

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.counted), .feedback(.done): state.count += 1
    case .input(.ignored), .input(.skipped): break
    case .input(.told): return .output(.told)
    case .input(.fetched): return fetch
    case .input(.saved): return .run("save") { [post] _ in try await post("a") }.cancellable(id: "work")
    case .input(.rested): return .run("nap") { [clock] _ in try await clock.sleep(for: .seconds(5)) }
    case .input(.timed): return .merge(tick, watch)
    case .input(.watched): return watch
    case .input(.listened): return listen
    case .input(.signalled(let number)):
      return .run("signal") { [source = signals.continuation] _ in source.yield(number) }
    case .input(.stopped): return .cancel(id: "work")
    }
    return .none
  }

  private var fetch: Effect<Feedback, Output> {
    .run("fetch") { [clock, load] _ in
      _ = try? await load(0)
      _ = try? await load(1)
      try await clock.sleep(for: .seconds(60))
    }
    .cancellable(id: "work")
  }

  private var tick: Effect<Feedback, Output> {
    .run("tick") { [clock] send in
      try await clock.sleep(for: .seconds(1))
      await send(.done)
    }
  }

  private var watch: Effect<Feedback, Output> {
    .run("watch") { [clock] _ in
      try await clock.sleep(for: .seconds(1))
      try await clock.sleep(for: .seconds(9))
    }
  }

  private var listen: Effect<Feedback, Output> {
    .run("listen") { [stream = signals.stream, load] send in
      for await number in stream {
        if number == 0 { await send(.done) } else { _ = try await load(number) }
      }
    }
  }
}

extension PromiseFacts.Step {
  /// What is known besides the text. Of the effects before it, those that have gone on have a dash.
  fileprivate var line: String {
    var parts = ["\(from) to \(to)"]
    if isChange { parts.append("changes") }
    if isEffective { parts.append("acts") }
    if let call { parts.append("answers \(call)") }
    if isFailure { parts.append("fails") }
    if let command { parts.append("orders \(command)") }
    if !cancelled.isEmpty { parts.append("cancels \(cancelled.joined(separator: ", "))") }
    let kept = survivors.map { effect in effect.map { "\($0)" } ?? "-" }
    if !kept.isEmpty { parts.append("keeps \(kept.joined(separator: " "))") }
    return parts.joined(separator: ", ")
  }
}

extension ObservedSpace.Promises {
  /// The states and the running effects of the situations.
  fileprivate var situations: [String] {
    facts.amounts.indices.map { node in
      let count = facts.amounts[node]["count"].map { "\($0)" } ?? "unknown"
      return ([count] + facts.labels[node]).joined(separator: " ")
    }
  }

  fileprivate var steps: [String] { facts.steps.map(\.line) }

  /// All steps in the order in which they were first seen.
  fileprivate var text: [String] { trace(to: Candidate.Exception(node: 0, steps: Array(facts.steps.indices))).lines }
}

/// What is known of a feature from a store of a test.
@Suite struct ObservedStoreTests {
  private func makeStore() -> TestStore<OddJobs> {
    let store = TestStore(initialState: OddJobs.State()) { OddJobs() }
    store.exhaustivity = .off
    return store
  }

  private func known(to stores: ObservedStores) throws -> ObservedSpace.Promises {
    _ = stores.suspects
    var known: ObservedSpace.Promises?
    stores.update(sourceName(of: OddJobs.self)) { known = $0.spaces.first.map(ObservedSpace.Promises.init) }
    return try #require(known)
  }

  private func observing(_ test: () async -> Void) async throws -> ObservedSpace.Promises {
    let stores = ObservedStores()
    await Hooks.$observers.withValue([stores]) { await test() }
    return try known(to: stores)
  }

  @Test func `inputs differ in their values, changes and outputs`() async throws {
    let known = try await observing {
      let store = makeStore()
      for input in [.counted, .ignored, .skipped, .told] as [OddJobs.Input] { await store.send(input) }
      await store.finish()
    }
    #expect(known.situations == ["0", "1"])
    #expect(known.steps == ["0 to 1, changes, acts", "1 to 1", "1 to 1", "1 to 1, acts"])
    #expect(
      known.text == [
        "  1. send .counted", "       count: 0 -> 1",
        "  2. send .ignored", "       (no change)",
        "  3. send .skipped", "       (no change)",
        "  4. send .told", "       (no change)", "       output .told",
      ]
    )
  }

  @Test func `situations differ by what their effects wait for, and an effect is kept until it goes on or ends`()
    async throws
  {
    let known = try await observing {
      let store = makeStore()
      let load = store.gate("load", at: \.suspectLoad)
      await store.send(.fetched)
      await load.succeed(with: [7])
      await load.fail(with: Offline())
      await store.send(.rested)
      await store.send(.stopped)
      await store.clock.advance(by: .seconds(5))
      await store.finish()
    }
    #expect(known.situations == ["0", "0 fetch", "0 fetch", "0 fetch", "0 fetch nap", "0 nap"])
    #expect(
      known.steps == [
        "0 to 1, acts", "1 to 2, answers load(0), keeps -", "2 to 3, answers load(1), fails, keeps -",
        "3 to 4, acts, keeps 0", "4 to 5, acts, cancels fetch, keeps - 0", "5 to 0, keeps -",
      ]
    )
    #expect(
      known.text == [
        "  1. send .fetched", "       (no change)", "       starts fetch",
        "  2. load(0) returns [7]",
        "  3. load(1) throws Offline()",
        "  4. send .rested", "       (no change)", "       starts nap",
        "  5. send .stopped", "       (no change)", "       cancels fetch",
        "  6. 5 s pass",
      ]
    )
  }

  @Test func `a cancelled effect runs no longer, also while it waits for the answer to a command`() async throws {
    let known = try await observing {
      let store = makeStore()
      let post = store.gate("post", at: \.suspectPost, whenCancelled: .ignoresCancellation)
      await store.send(.saved)
      await post.succeed()
      await store.send(.saved)
      await store.send(.stopped)
      await post.succeed()
      await store.finish()
    }
    #expect(known.situations == ["0", "0 save"])
    #expect(
      known.steps == [
        "0 to 1, acts", #"1 to 0, answers post("a"), orders save, keeps -"#, "1 to 0, acts, cancels save, keeps -",
        #"0 to 0, answers post("a"), orders save"#,
      ]
    )
    #expect(
      known.text == [
        "  1. send .saved", "       (no change)", "       starts save",
        #"  2. post("a") returns"#,
        "  3. send .stopped", "       (no change)", "       cancels save",
        #"  4. post("a") returns"#,
      ]
    )
  }

  @Test func `an effect that wakes goes on in the step that begins as time passes`() async throws {
    let known = try await observing {
      let store = makeStore()
      await store.send(.rested)
      await store.send(.timed)
      await store.clock.advance(by: .seconds(1))
      await store.clock.advance(by: .seconds(4))
      await store.finish()
    }
    #expect(known.situations == ["0", "0 nap", "0 nap tick watch", "1 nap watch", "1 watch"])
    #expect(
      known.steps == [
        "0 to 1, acts", "1 to 2, acts, keeps 0", "2 to 3, changes, acts, keeps 0 - -", "3 to 4, keeps - 0",
      ]
    )
    #expect(
      known.text.suffix(4) == ["  3. 1 s passes", "     then .done", "       count: 0 -> 1", "  4. 4 s pass"]
    )
  }

  @Test func `an effect that wakes without another event goes on in the step before`() async throws {
    let known = try await observing {
      let store = makeStore()
      await store.send(.watched)
      await store.send(.ignored)
      await store.clock.advance(by: .seconds(1))
      await store.send(.skipped)
      await store.finish()
    }
    #expect(known.steps == ["0 to 1, acts", "1 to 1, keeps -", "1 to 1, keeps 0"])
  }

  @Test func `an effect that another one resumes goes on if it sends a message or calls an endpoint`() async throws {
    let known = try await observing {
      let store = makeStore()
      store.gate("load", at: \.suspectLoad)
      await store.send(.listened)
      await store.send(.signalled(0))
      await store.send(.signalled(1))
      await store.finish()
    }
    #expect(known.situations == ["0", "0 listen", "1 listen", "1 listen"])
    #expect(known.steps == ["0 to 1, acts", "1 to 2, changes, acts, keeps -", "2 to 3, acts, keeps -"])
  }

  @Test func `the end of its effects by the test is the end of what is known of a store`() async throws {
    let known = try await observing {
      let store = makeStore()
      await store.send(.rested)
      await store.cancelInFlightEffects()
      await store.send(.counted)
      await store.finish()
    }
    #expect(known.situations == ["0", "0 nap"])
    #expect(known.text == ["  1. send .rested", "       (no change)", "       starts nap"])
  }

  @Test func `a store that outlives a search adds nothing to its report`() async throws {
    let stores = ObservedStores()
    await Hooks.$observers.withValue([stores]) {
      let store = makeStore()
      await store.send(.counted)
      _ = stores.suspects
      await store.send(.counted)
      await store.finish()
    }
    #expect(try known(to: stores).situations == ["0", "1"])
  }
}

/// What several stores have shown of their features.
@Suite struct ObservedStoresTests {
  @Test func `the changes between two states are described once`() {
    let stores = ObservedStores()
    var count = 0
    func changes(_ states: [Int]) -> [String] {
      stores.changes(of: "Lamp", states) {
        count += 1
        return ["\(count)"]
      }
    }
    #expect([changes([0, 1]), changes([1, 0]), changes([0, 1])] == [["1"], ["2"], ["1"]])
  }

  @Test func `of two starts with equally many situations the first is judged`() async {
    let stores = ObservedStores()
    await Hooks.$observers.withValue([stores]) {
      await logInAndOut(from: Account.State(), isFixed: false) { store, profile in
        await store.send(.reloadTapped)
        await store.send(.loggedOut)
        await profile.succeed(with: [1])
      }
      await logInAndOut(from: Account.State(hasFailed: true), isFixed: true) { store, _ in
        await store.send(.loggedOut)
        await store.send(.loggedIn("Bob"))
        await store.send(.loggedOut)
      }
    }
    let suspects = stores.suspects.flatMap(\.suspects)
    #expect(suspects.map(\.complaint) == ["profile, which started before .loggedOut, ends profile == nil"])
    let sizes = stores.update("Account") { $0.spaces.map(\.situations.count) }
    #expect(sizes == [6, 6])
  }

  /// Logs in and out a few times, and in again for the last steps.
  private func logInAndOut(
    from state: Account.State,
    isFixed: Bool,
    last steps: (TestStore<Account>, Gate<Int, [Int], any Error>) async -> Void
  ) async {
    let store = TestStore(initialState: state) { Account(isFixed: isFixed) }
    store.exhaustivity = .off
    let profile = store.gate("profile", at: \.suspectLoad)
    for number in 1...4 {
      await store.send(.loggedIn("Ada"))
      await profile.succeed(with: [1])
      if number == 4 { break }
      await store.send(.reloadTapped)
      await profile.succeed(with: [2])
      await store.send(.loggedOut)
    }
    await steps(store, profile)
    await store.finish()
  }
}
