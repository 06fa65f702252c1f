import StoreTesting
import Testing

@testable import StoreCore

/// An element that gets another id while it is changed in place, as a child's reducer can do.
@Suite struct ChangedIdentityTests {
  private struct Item: Identifiable, Equatable { var id: Int }

  private func array(_ ids: [Int]) -> IdentifiedArray<Item> { IdentifiedArray(ids.map { Item(id: $0) }) }

  @Test(arguments: [0, 1, 2])
  func `an element with a new id keeps its position`(position: Int) {
    var items = array([1, 2, 3])
    items.withElement(position + 1) { $0.id = 9 }
    #expect(items.elements[position] == Item(id: 9))
    #expect(items.ids.map { items.index(id: $0) } == [0, 1, 2])
    #expect(items.index(id: position + 1) == nil)
  }

  @Test(arguments: [(1, 3, [2, 3]), (2, 1, [1, 3]), (3, 2, [1, 2])])
  func `an element with the id of another one is reported and removed`(id: Int, newID: Int, rest: [Int]) async {
    var items = array([1, 2, 3])
    let failures = await recordingFailures {
      items.withElement(id) { $0.id = newID }
    }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(items.ids == rest)
    #expect(rest.map { items.index(id: $0) } == [0, 1])
    #expect(items.index(id: id) == nil)
  }
}
