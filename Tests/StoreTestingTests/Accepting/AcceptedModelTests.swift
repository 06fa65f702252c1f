import StoreTesting
import TestSupport
import Testing

@testable import StoreTesting

/// What a run that accepts changes makes of a model's tests.
@MainActor
@Suite struct AcceptedModelTests {
  private let load = Gate<Int, [Int], any Error>("load")

  private func makeStore() -> TestStore<ContainerFeature<ModelContainer<PagesModel, ShownPages>, ShownPages, Never>> {
    TestStore(of: PagesModel { [load] in try await load($0) }, projection: ShownPages.init)
  }

  @Test func `calls and answers are completed by each change`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.call { $0.loadMore() }
      await load.succeed(with: [1, 2])
      await store.finish()
    }
    #expect(
      change.added == [
        "await store.receiveChange { $0.isLoading = true }",
        "await store.receiveChange {",
        "$0.items = [1, 2]",
        "$0.isLoading = false",
        "}",
      ]
    )
    #expect(change.removed == [])
  }

  @Test func `a wrong value is replaced, and the rest of the closure stays`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.call { $0.loadMore() }
      await store.receiveChange { $0.isLoading = true }
      await load.succeed(with: [1, 2])
      await store.receiveChange {
        // The page is over.
        $0.isLoading.toggle()
        $0.items = [1]
      }
      await store.finish()
    }
    #expect(change.removed == ["$0.items = [1]"])
    #expect(change.added == ["$0.items = [1, 2]"])
  }

  @Test func `a missing assignment is added`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.call { $0.loadMore() }
      await store.receiveChange { $0.isLoading = true }
      await load.succeed(with: [1, 2])
      await store.receiveChange { $0.isLoading = false }
      await store.finish()
    }
    #expect(change.added.contains("$0.items = [1, 2]"))
  }

  @Test func `a change that does not happen is removed`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.call { $0.loadMore() }
      await store.receiveChange { $0.isLoading = true }
      await load.fail(with: AccountModel.Refused())
      await store.receiveChange { $0.isLoading = false }
      await store.receiveChange { $0.items = [9] }
      await store.finish()
    }
    #expect(change.removed == ["await store.receiveChange { $0.items = [9] }"])
    #expect(change.added == [])
  }

  @Test func `a change between two others is written where it happens`() async {
    let change = await acceptedChange {
      let clock = TestClock()
      let store = TestStore(of: PlayerModel(length: 2, clock: clock), projection: ShownPlayer.init)
      await store.call { $0.toggle() }
      await store.receiveChange { $0.isPlaying = true }
      await clock.advance(by: .seconds(1))
      await clock.advance(by: .seconds(1))
      await store.receiveChange { ($0.elapsed, $0.isPlaying) = (2, false) }
      await store.finish()
    }
    #expect(change.added == ["await store.receiveChange { $0.elapsed = 1 }"])
    #expect(change.removed == [])
  }

  @Test func `an answer that no call gets is removed`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.call { $0.loadMore() }
      await store.receiveChange { $0.isLoading = true }
      await load.fail(with: AccountModel.Refused())
      await load.fail(with: AccountModel.Refused())
      await store.receiveChange { $0.isLoading = false }
      await store.finish()
    }
    #expect(change.removed == ["await load.fail(with: AccountModel.Refused())"])
    #expect(change.added == [])
  }

  @Test func `an actor's changes are written`() async {
    let change = await acceptedChange {
      let count = Gate<String, Int, Never>("count")
      let store = TestStore(of: TallyActor { await count($0) }) { await $0.counts }
      await store.call { await $0.count("a") }
      await count.succeed(with: 2)
      await store.finish()
    }
    #expect(
      change.added == [#"await store.receiveChange { $0["a"] = 1 }"#, #"await store.receiveChange { $0["a"] = 3 }"#]
    )
  }

  @Test func `a call that still runs at the end stays a failure`() async {
    let (change, failures) = await acceptedChangeAndFailures {
      let store = makeStore()
      await store.call { $0.loadMore() }
      await store.receiveChange { $0.isLoading = true }
      await store.finish()
    }
    #expect(change.added == [])
    #expect(failures.map(\.kind) == [.effectInFlight])
  }

  @Test func `a change after one that the test receives out of order is written behind it`() async {
    var patch = ""
    let failures = await recordingFailures {
      patch = await printedPatch {
        let clock = TestClock()
        let store = TestStore(of: PlayerModel(length: 3, clock: clock), projection: ShownPlayer.init)
        await store.call { $0.toggle() }
        await store.receiveChange { $0.isPlaying = true }
        await clock.advance(by: .seconds(3))
        await store.receiveChange { $0.elapsed = 2 }
        await store.finish()
      }
    }
    #expect(Set(failures.kinds) == [.acceptedChange])
    let lines = patch.split(separator: "\n").map { $0.drop { $0 == " " } }
    let received = lines.firstIndex { $0 == "await store.receiveChange { $0.elapsed = 2 }" } ?? .max
    let added = lines.firstIndex { $0.hasPrefix("+ ") && $0.hasSuffix("$0.isPlaying = false") } ?? .min
    #expect(received < added, "\(patch)")
  }
}
