import StoreCore
import StoreTesting
import TestSupport
import Testing

@Suite struct IdentifiedArrayTests {
  private struct Item: Identifiable, Hashable {
    let id: Int
    var text = ""
  }

  private func array(_ ids: Int...) -> IdentifiedArray<Item> { IdentifiedArray(ids.map { Item(id: $0) }) }

  /// Whether each element is found at its position.
  private func isSound(_ array: IdentifiedArray<Item>) -> Bool {
    array.indices.allSatisfy { array.index(id: array[$0].id) == $0 && array[id: array[$0].id] == array[$0] }
  }

  @Test func `reversed and added elements are found by id`() {
    var items = array(1, 2)
    items += [Item(id: 3), Item(id: 4)]
    items.reverse()
    #expect(items.ids == [4, 3, 2, 1])
    #expect(isSound(items))
  }

  @Test func `elements are found by id after changes of their order`() {
    var items = array(1, 2, 3)
    #expect(items.ids == [1, 2, 3])
    let reports = [items.append(Item(id: 4)), items.insert(Item(id: 0), at: 0)]
    #expect(reports == [true, true])
    #expect(items.ids == [0, 1, 2, 3, 4])
    #expect(isSound(items))
    #expect(items.remove(id: 2)?.id == 2)
    #expect(items.remove(id: 2) == nil)
    #expect(items.index(id: 2) == nil)
    #expect(items.remove(at: 0).id == 0)
    #expect(items.ids == [1, 3, 4])
    #expect(isSound(items))
    items.sort { $0.id > $1.id }
    #expect(items.ids == [4, 3, 1])
    #expect(isSound(items))
    items.removeAll { $0.id == 3 }
    #expect(items.ids == [4, 1])
    #expect(isSound(items))
    items.removeAll()
    #expect(items.isEmpty && items.index(id: 4) == nil)
  }

  @Test func `elements are read, changed, added and removed by id`() {
    var items = array(1, 2)
    items[id: 2]?.text = "changed"
    #expect(items[1].text == "changed")
    items[id: 3]?.text = "nobody"
    #expect(items.ids == [1, 2])
    items[id: 3] = Item(id: 3)
    items[id: 1] = nil
    items[id: 9] = nil
    #expect(items.ids == [2, 3])
    #expect(isSound(items))
  }

  @Test func `a duplicate id is reported, and changes nothing`() async {
    let line = markedLine()
    var items = array(1, 2)
    let failures = await recordingFailures {
      let reports = [
        items.append(Item(id: 1, text: "second")),  // Here
        items.insert(Item(id: 2, text: "second"), at: 0),
      ]
      #expect(reports == [false, false])
      #expect(array(5, 5).count == 1)
      items[id: 1] = Item(id: 7)
    }
    #expect(items == array(1, 2))
    #expect(failures.map(\.kind) == [.misuse, .misuse, .misuse, .misuse])
    #expect(failures[0].headline == "IdentifiedArray<Item>: The array already has an element with the id 1.")
    #expect(failures[0].details.hasSuffix("Declared at IdentifiedArrayTests.swift:\(line)."))
    #expect(failures[3].headline == "IdentifiedArray<Item>: An element with the id 7 was inserted under the id 1.")
  }

  @Test func `a duplicate in a reducer fails the step of the test that reaches it`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Family.State(rows: [Child.State(id: 1)])) { Family() }
      await store.send(.change { $0.rows.append(Child.State(id: 1)) })  // Fails: misuse
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `arrays are equal if their elements are equal and in the same order`() {
    var items = array(1, 2, 3)
    items.remove(id: 3)
    #expect(items == array(1, 2))
    #expect(items != array(2, 1))
    #expect(Set([items, array(1, 2)]).count == 1)
    #expect("\(items)" == "\(Array(items))")
    #expect(Mirror(reflecting: items).displayStyle == .collection)
    #expect([Item(id: 1)] as IdentifiedArray == array(1))
  }

  // MARK: The API of The Composable Architecture

  @Test func `elements are changed and replaced by their position`() {
    var items: IdentifiedArrayOf<Item> = IdentifiedArray(uniqueElements: [Item(id: 1), Item(id: 2)])
    items[0].text = "changed"
    #expect(items.elements == [Item(id: 1, text: "changed"), Item(id: 2)])
    items[1] = Item(id: 3)
    #expect(items.ids == [1, 3])
    #expect(items.index(id: 2) == nil)
    #expect(isSound(items))
  }

  @Test func `an id that exists at another position is reported, and changes nothing`() async {
    var items = array(1, 2)
    let failures = await recordingFailures { items[0] = Item(id: 2, text: "second") }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(failures.first?.headline == "IdentifiedArray<Item>: The array already has an element with the id 2.")
    #expect(items == array(1, 2))
  }

  @Test func `the last element is removed and returned`() {
    var items = array(1, 2)
    #expect(items.removeLast().id == 2)
    #expect(items.ids == [1])
    #expect(isSound(items))
  }

  @Test func `a repeated id is reported, and its second element left out`() async {
    var items = array()
    let failures = await recordingFailures {
      items = IdentifiedArray(uniqueElements: [Item(id: 1), Item(id: 1, text: "second")])
    }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(items == array(1))
  }

  @Test func `a part of the elements is an identified array`() {
    let items: IdentifiedArray = array(1, 2, 3).filter { $0.id != 2 }
    #expect(items == array(1, 3))
    #expect(isSound(items))
    #expect(items.index(id: 2) == nil)
  }

  @Test func `an element replaces the element of its id, or is added`() {
    var items = array(1, 2)
    #expect(items.updateOrAppend(Item(id: 1, text: "new")) == Item(id: 1))
    #expect(items.updateOrAppend(Item(id: 3)) == nil)
    #expect(items.elements == [Item(id: 1, text: "new"), Item(id: 2), Item(id: 3)])
    #expect(isSound(items))
  }

  @Test func `elements are added together, and removed by element and from the front`() {
    var items = array(1)
    items.append(contentsOf: array(2, 3, 4))
    #expect(items.remove(Item(id: 3, text: "another"))?.id == 3)
    #expect(items.remove(Item(id: 3)) == nil)
    #expect(items.removeFirst().id == 1)
    #expect(items == array(2, 4))
    #expect(isSound(items))
  }

  @Test func `an error in a closure leaves the array as it was`() {
    struct Stop: Error {}
    let before = array(1, 2, 3, 4, 5, 6)
    var items = before
    #expect(throws: Stop.self) {
      try items.removeAll { if $0.id == 4 { throw Stop() } else { $0.id < 3 } }
    }
    #expect(items == before && isSound(items))
    #expect(throws: Stop.self) {
      try items.sort { if $1.id == 6 || $0.id == 6 { throw Stop() } else { $0.id > $1.id } }
    }
    #expect(items == before && isSound(items))
  }
}

@Suite struct IdentifiedArrayOffsetsTests {
  private struct Row: Identifiable, Equatable { let id: Int }

  private func rows(_ ids: [Int]) -> IdentifiedArray<Row> { IdentifiedArray(ids.map(Row.init)) }

  @Test func `elements are removed at some positions`() {
    var array = rows([5, 6, 7, 8])
    array.remove(atOffsets: [0, 2])
    #expect(array.ids == [6, 8])
    #expect(array.index(id: 8) == 1)
  }

  @Test(arguments: [
    ([0], 2, [6, 5, 7, 8]), ([3], 0, [8, 5, 6, 7]), ([0, 2], 4, [6, 8, 5, 7]), ([1, 2], 1, [5, 6, 7, 8]),
    ([3, 0], 2, [6, 5, 8, 7]),
  ])
  func `elements are moved before a position`(offsets: [Int], destination: Int, expected: [Int]) {
    var array = rows([5, 6, 7, 8])
    array.move(fromOffsets: offsets, toOffset: destination)
    #expect(array.ids == expected)
    #expect(expected.allSatisfy { array[id: $0]?.id == $0 })
  }
}
