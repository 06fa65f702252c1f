import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import TestSupport
import Testing

/// An object that a state can refer to.
private final class Box: Sendable {
  let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
}

/// A place for an object.
private enum Place {
  case free
  case taken(Box)
}

/// A place for an object further down in a state.
private struct NestedPlace {
  var label = 0
  var place = Place.free
}

/// A state that may refer to an object.
private struct Boxed: Equatable {
  var boxes: [Box] = []
  var box: Box?
  var shelves: [NestedPlace] = []
  var steps = 0

  /// All objects that the state refers to.
  var all: [Box] {
    boxes + (box.map { [$0] } ?? [])
      + shelves.compactMap { if case .taken(let box) = $0.place { box } else { nil } }
  }

  static func == (first: Self, second: Self) -> Bool {
    first.steps == second.steps && first.all.map(\.value) == second.all.map(\.value)
  }
}

/// A state with a place for a value of any type.
private struct AnyPlace: Equatable {
  var content: any Sendable = 0
  var box: Box? { content as? Box }

  static func == (first: Self, second: Self) -> Bool { first.box?.value == second.box?.value }
}

/// Where a state can hide an object until later.
private enum HiddenPlace: CaseIterable {
  case optional, array, shelf

  func fill(_ state: inout Boxed) {
    switch self {
    case .optional: state.box = Box()
    case .array: state.boxes = [Box(), Box()]
    case .shelf: state.shelves = [NestedPlace(place: .taken(Box()))]
    }
  }
}

@Suite struct PurityTests {
  @Test func `a reducer that returns two results for the same message fails once, with both`() async {
    let calls = Atomic(0)
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, state in
          state = calls.add(1, ordering: .relaxed).newValue
          return .none
        }
      }
      await store.send(0) { $0 = 1 }  // Fails: impureReducer
      await store.send(0) { $0 = 3 }
      await store.finish()
    }
    #expect(
      failures.locations == markedFailures()
        || failures.kinds == [.impureReducer, .unexpectedState]
    )
    #expect(
      failures.first?.headline
        == "The reducer is impure: it reduced 0 twice from the same state, with two results."
    )
    #expect(failures.first?.details.hasPrefix("    • first 1, then 2\n") == true)
  }

  @Test func `the failure names the cause if the values show it`() async {
    let failures = await recordingReports {
      let store = TestStore(initialState: [UUID(uuidString: "00000000-0000-0000-0000-000000000000")]) {
        Machine<[UUID?], Int, Never, Never> { _, state in
          state[0] = UUID()
          return .none
        }
      }
      await store.send(0)
    }
    #expect(failures.kinds == [.impureReducer, .unexpectedState])
    let details = failures.first?.details ?? ""
    #expect(details.hasPrefix("    • [0]: "))
    #expect(details.contains("\n      The code makes a new UUID each time. Take it from the dependency '\\.uuid'.\n"))
  }

  /// The explanation of a side effect that came twice.
  private static let twice = """
    "a" arrived twice. The store ran the reducer twice on "a", to check whether it is pure. A side effect of the \
    reducer, such as a yield into a stream, has happened twice, too. Move it into an effect. With \
    'store.checksPurity = false' the reducer runs once.
    """

  /// A store whose reducer yields each word into a stream, and receives it from there.
  private func makeEcho(
    _ words: AsyncStream<String>,
    _ continuation: AsyncStream<String>.Continuation
  ) -> TestStore<Machine<[String], String, String, Never>> {
    TestStore(initialState: []) {
      Machine { message, state in
        switch message {
        case .input("listen"): return .run("listen") { for await word in words { await $0(word) } }
        case .input(let word): continuation.yield(word)
        case .feedback(let word): state.append(word)
        }
        return .none
      }
    }
  }

  @Test func `a repeated side effect of the reducer is reported at the next step as its second run`() async {
    let (words, continuation) = AsyncStream.makeStream(of: String.self)
    let failures = await recordingFailures {
      let store = makeEcho(words, continuation)
      await store.send("listen")
      await store.send("a")
      await store.receive("a") { $0 = ["a"] }
      await store.send("b")  // Fails: unhandledFeedback
      continuation.finish()
      await store.skipReceived(strict: false)
      await store.finish()
    }
    #expect(Array(failures.locations.prefix(1)) == markedFailures())
    #expect(failures.first?.details.contains(Self.twice) == true)
  }

  @Test func `a repeated side effect of the reducer is reported at the next receive as its second run`() async {
    let (words, continuation) = AsyncStream.makeStream(of: String.self)
    let failures = await recordingFailures {
      let store = makeEcho(words, continuation)
      await store.send("listen")
      await store.send("a")
      await store.receive("a") { $0 = ["a"] }
      await store.receive("b") { $0 = ["b"] }  // Fails: unexpectedFeedback
      continuation.finish()
      await store.skipReceived(strict: false)
      await store.finish()
    }
    #expect(Array(failures.locations.prefix(1)) == markedFailures())
    #expect(failures.first?.details.contains(Self.twice) == true)
  }

  /// A store whose reducer yields each word into a stream, and emits it from there as an output.
  private func makeOutputEcho(
    _ words: AsyncStream<String>,
    _ continuation: AsyncStream<String>.Continuation
  ) -> TestStore<Machine<Int, String, String, String>> {
    let store = TestStore(initialState: 0) {
      Machine<Int, String, String, String> { message, _ in
        switch message {
        case .input("listen"): return .run("listen") { for await word in words { await $0(word) } }
        case .input(let word):
          continuation.yield(word)
          return .none
        case .feedback(let word): return .output(word)
        }
      }
    }
    store.exhaustivity = .observable
    return store
  }

  @Test func `a repeated output is reported at the end, if feedback need not be received`() async {
    let (words, continuation) = AsyncStream.makeStream(of: String.self)
    let failures = await recordingFailures {
      let store = makeOutputEcho(words, continuation)
      await store.send("listen")
      await store.send("a")
      await store.receiveOutput("a")
      continuation.finish()
      await store.finish()  // Fails: unhandledOutput
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains(#""a" arrived twice. The store ran the reducer twice on "a","#) == true)
  }

  @Test func `a repeated output is reported at the next receive, if feedback need not be received`() async {
    let (words, continuation) = AsyncStream.makeStream(of: String.self)
    let failures = await recordingFailures {
      let store = makeOutputEcho(words, continuation)
      await store.send("listen")
      await store.send("a")
      await store.receiveOutput("a")
      await store.receiveOutput("b")  // Fails: unexpectedOutput
      continuation.finish()
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains(#""a" arrived twice. The store ran the reducer twice on "a","#) == true)
  }

  @Test(arguments: [true, false])
  func `an effect that sends twice doesn't count as a reducer that ran twice`(isLater: Bool) async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: [String]()) {
        Machine<[String], String, String, Never> { message, state in
          if case .feedback(let word) = message { state.append(word) }
          guard case .input = message else { return .none }
          return .run { send in
            await send("a")
            await send(isLater ? "b" : "a")
            await send("a")
          }
        }
      }
      await store.send("go")
      await store.finish()
    }
    #expect(failures.kinds == [.unhandledFeedback])
    #expect(failures.first?.details.contains("arrived twice") == false)
  }

  @Test func `the purity check covers feedback like inputs`() async {
    let calls = Atomic(0)
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { message, state in
          if case .input = message { return .run { await $0(1) } }
          state = calls.add(1, ordering: .relaxed).newValue
          return .none
        }
      }
      await store.send(0)
      await store.receive(1) { $0 = 1 }
      await store.finish()
    }
    #expect(failures.kinds == [.impureReducer])
  }

  @Test func `the purity check can be switched off`() async {
    let calls = Atomic(0)
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, state in
          state = calls.add(1, ordering: .relaxed).newValue
          return .none
        }
      }
      store.checksPurity = false
      await store.send(0) { $0 = 1 }
      await store.send(0) { $0 = 2 }
      await store.finish()
    }
    #expect(failures.isEmpty)
    #expect(calls.load(ordering: .relaxed) == 2)
  }

  @Test func `the purity check is off in tests that aren't exhaustive`() async {
    let calls = Atomic(0)
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, state in
          state = calls.add(1, ordering: .relaxed).newValue
          return .none
        }
      }
      store.exhaustivity = .off
      await store.send(0) { $0 = 1 }
      await store.send(0) { $0 = 2 }
      await store.finish()
    }
    #expect(failures.isEmpty)
    #expect(calls.load(ordering: .relaxed) == 2)
  }

  @Test func `a reducer that asks its dependencies for new values is pure, and asks once`() async {
    let store = TestStore(initialState: [UUID]()) {
      Machine<[UUID], Int, Never, Never> { _, state in
        @Dependency(\.uuid) var uuid
        state.append(uuid())
        return .none
      }
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(0) { $0 = [UUID(uuidString: "00000000-0000-0000-0000-000000000000")!] }
    await store.send(0) { $0.append(UUID(uuidString: "00000000-0000-0000-0000-000000000001")!) }
    await store.finish()
  }

  @Test(arguments: HiddenPlace.allCases)
  fileprivate func `an object in the state is changed once by each message, even one that appears later`(
    hiding: HiddenPlace
  ) async {
    let store = TestStore(initialState: Boxed()) {
      Machine<Boxed, Int, Never, Never> { message, state in
        state.steps += 1
        if case .input(0) = message {
          hiding.fill(&state)
        } else {
          for box in state.all { box.count.add(1, ordering: .relaxed) }
        }
        return .none
      }
    }
    store.exhaustivity = .on
    await store.send(0) {
      $0.steps = 1
      hiding.fill(&$0)
    }
    _ = await recordingReports { await store.send(1) { $0.steps = 2 } }
    #expect(!store.state.all.isEmpty)
    #expect(store.state.all.allSatisfy { $0.value == 1 })
    await store.finish()
  }

  @Test func `an object in the place of a value is changed once by each message, too`() async {
    let store = TestStore(initialState: AnyPlace()) {
      Machine<AnyPlace, Int, Never, Never> { message, state in
        if case .input(0) = message {
          state.content = Box()
        } else if let box = state.box {
          box.count.add(1, ordering: .relaxed)
        }
        return .none
      }
    }
    await store.send(0) { $0.content = Box() }
    _ = await recordingReports { await store.send(1) }
    #expect(store.state.box?.value == 1)
    await store.finish()
  }

  @Test func `of several repeated side effects, the failure explains the first`() async {
    let (first, second) = (AsyncStream.makeStream(of: String.self), AsyncStream.makeStream(of: String.self))
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, String, String, Never> { message, _ in
          guard case .input(let input) = message else { return .none }
          if input == "listen" {
            return .merge(
              .run("first") { for await word in first.stream { await $0(word) } },
              .run("second") { for await word in second.stream { await $0(word) } }
            )
          }
          first.continuation.yield("a")
          second.continuation.yield("b")
          return .none
        }
      }
      await store.send("listen")
      await store.send("speak")
      first.continuation.finish()
      second.continuation.finish()
      await store.finish()  // Fails: unhandledFeedback
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains(#""a" arrived twice."#) == true)
    #expect(failures.first?.details.contains(#""b" arrived twice."#) == false)
  }
}
