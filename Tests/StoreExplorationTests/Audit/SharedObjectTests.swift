import Foundation
import StoreCore
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import StoreExploration

/// A mutable object.
private final class Drawer { var content = 0 }

/// A mutable object, although it has constants only.
private final class MutexOwner: Sendable { let content = Mutex(0) }

private final class ImmutableObject: Sendable { let weight = 1 }

/// An immutable object that refers to a mutable one.
private final class Shell { let drawer = Drawer() }

/// A list whose storage is copied on write.
private final class Storage: ManagedBuffer<Int, Int> {}

/// A mutable object that can be a key.
private final class Tag: Hashable {
  var text = ""
  static func == (first: Tag, second: Tag) -> Bool { first === second }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A state with something in it that may be an object.
private struct Holder<Value>: Equatable {
  var title = ""
  var values: [Value?] = []
  static func == (first: Self, second: Self) -> Bool { first.title == second.title }
}

/// Audits a test whose state holds a value. The store is made in the sixth line of the closure.
private func auditing<Value>(
  _ value: @escaping () -> Value,
  ignoring ignored: [AnyClass] = []
) async throws -> [TestFailure] {
  try await recordingFailures {
    try await auditDeterminism(runs: 1, ignoring: ignored) {
      let store = TestStore(initialState: Holder(values: [nil, value()])) {
        Machine<Holder<Value>, Int, Never, Never> { _, _ in .none }
      }
      await store.send(1)
      await store.finish()
    }
  }
}

@Suite struct SharedObjectTests {
  @Test func `the audit finds mutable objects in the state`() async throws {
    for failures in [
      try await auditing { Drawer() }, try await auditing { MutexOwner() }, try await auditing { Shell() },
    ] {
      #expect(failures.kinds == [.nondeterminism])
    }
    let drawer = try await auditing { Drawer() }
    #expect(drawer.first?.headline.contains("'values[1]' in the state is an object, of the class Drawer") == true)
    let shell = try await auditing { Shell() }
    #expect(
      shell.first?.headline.contains("'values[1]?.drawer' in the state is an object, of the class Drawer") == true
    )
  }

  @Test func `the place of an object is an expression`() {
    let states: [(Any, String)] = [
      (Holder(values: [["a": Drawer()]]), #"values[0]?["a"]"#), (Holder(values: [(1, Drawer())]), "values[0]?.1"),
      (Holder(values: [[Drawer()]]), "values[0]?[0]"), (Holder(values: [[Tag(): 1]]), "values[0]?[…]"),
    ]
    for (state, path) in states { #expect(SharedObject.all(in: state, ignoring: []).map(\.path) == [path]) }
  }

  @Test func `objects of one class in neighbouring elements are found once`() {
    let state = (Holder(values: [Drawer(), Drawer()]), Drawer(), MutexOwner(), [MutexOwner(), Drawer()] as [Any])
    let found = SharedObject.all(in: state, ignoring: [])
    #expect(found.map(\.path) == [".0.values[0]", ".1", ".2", ".3[0]", ".3[1]"])
  }

  @Test func `the search for objects ends after 2,000 values`() {
    let drawers: [[Drawer?]] = Array(repeating: [nil, nil, nil], count: 1_500) + [[Drawer()]]
    #expect(SharedObject.all(in: drawers, ignoring: []).map(\.path) == [])
    #expect(SharedObject.all(in: Array(drawers.suffix(100)), ignoring: []).map(\.path) == ["[99][0]"])
  }

  @Test func `the audit accepts immutable and copied objects in the state`() async throws {
    #expect(try await auditing { ImmutableObject() }.isEmpty)
    #expect(try await auditing { Storage.create(minimumCapacity: 1) { _ in 0 } }.isEmpty)
    #expect(
      try await auditing { (URL(string: "https://example.com"), Data([1]), Date(timeIntervalSince1970: 0), "a" as Any) }
        .isEmpty
    )
    #expect(try await auditing { (Calendar(identifier: .gregorian), Decimal(1), IndexSet([1]), \String.count) }.isEmpty)
    #expect(try await auditing({ Drawer() }, ignoring: [Drawer.self]).isEmpty)
  }
}
