import Foundation
import StoreCore
import StoreDependencies
import Synchronization
import TestSupport

/// A feature with uncontrolled behaviour, selected by its inputs.
struct NondeterministicFeature: Reducer {
  /// Something with an id.
  struct Item: Equatable, Sendable {
    var id = UUID(uuidString: "00000000-0000-0000-0000-000000000000")!
    var title = ""
  }

  struct State: Equatable {
    var items: [Item] = []
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var tags: Set<String> = ["red", "green", "blue", "white", "black"]
    var names: [String] = []
    var text = ""
    var number = 0
    var cache: Cache?
  }

  /// An object that has no place in a state.
  final class Cache: Equatable, Sendable {
    let count = Mutex(0)
    static func == (first: Cache, second: Cache) -> Bool { first === second }
  }

  /// The action of the case.
  enum Input: Equatable, Sendable {
    case uuid, date, rebuiltSet, ownSet, joinedSet, cache, sleep, clockSleep, random, randomInEffect, counter, inOrder,
      effects, dependency
    case quiet, nap, delay, wait, other, identity
  }

  /// The feedback of effects.
  enum Feedback: Equatable, Sendable { case number(Int), done, named(String) }

  /// The latch for the feedback from outside.
  var latch = Latch()

  @Dependency(\.uuid) var uuid
  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(let input): return reduce(input, &state)
    case .feedback(.number(let number)): state.number = number
    case .feedback(.named(let name)): state.names.append(name)
    case .feedback(.done): state.text = "done"
    }
    return .none
  }

  private func reduce(_ input: Input, _ state: inout State) -> Effect<Feedback, Never> {
    switch input {
    case .uuid: state.items.append(Item(id: UUID(), title: "new"))
    case .date: state.date = Date()
    case .rebuiltSet: state.names = Array(Set(["one", "two", "three", "four", "five"]))
    case .ownSet: state.names = Array(state.tags)
    case .joinedSet: state.text = state.tags.joined(separator: ",")
    case .cache: state.cache = Cache()
    case .sleep:
      return .run("sleeper") { send in
        try await Task.sleep(for: .milliseconds(2))
        await send(.done)
      }
    case .clockSleep:
      return .run("sleeper") { send in
        try await SuspendingClock().sleep(for: .milliseconds(2))
        await send(.done)
      }
    case .random: state.number = .random(in: 0...Int.max)
    case .randomInEffect: return .run("dice") { await $0(.number(.random(in: 0...Int.max))) }
    case .counter: state.number = globalCounter.add(1, ordering: .relaxed).newValue
    case .inOrder:
      return .run("names") { [tags = state.tags] send in for tag in tags { await send(.named(tag)) } }
    case .effects: return .merge(state.tags.map { tag in .run("load", of: tag) { _ in } })
    case .dependency: state.items.append(Item(id: uuid(), title: "\(UUID())"))
    case .quiet: state.items.append(Item(id: uuid(), title: "new"))
    case .nap:
      return .run("nap") { send in
        try await clock.sleep(for: .seconds(1))
        await send(.done)
      }
    case .delay:
      return .run("delay") { send in
        try await clock.sleep(for: .milliseconds(.random(in: 1...1_000_000)))
        await send(.done)
      }
    case .wait:
      return .run("wait") { send in
        await latch.wait()
        await send(.done)
      }
    case .identity: state.text = "at \(Unmanaged.passUnretained(NSObject()).toOpaque())"
    case .other: return .run("draw \(Int.random(in: 0...Int.max))") { _ in }
    }
    return .none
  }
}

/// A count that persists across runs.
private let globalCounter = Atomic(0)
