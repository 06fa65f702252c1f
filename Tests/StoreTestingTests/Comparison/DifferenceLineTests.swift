import Testing

@testable import StoreTesting
@testable import StoreValues

@Suite struct DifferenceLineTests {
  @Test func `the line of a change shows both values, or the one that is there`() {
    #expect(Difference(path: "a", first: 1, second: 2).changeLine() == "a: 1 -> 2")
    #expect(Difference(path: "a", first: nil, second: 2).changeLine() == "a: inserted 2")
    #expect(Difference(path: "a", first: 1, second: nil).changeLine() == "a: removed 1")
  }

  @Test func `the line of a changed text shows both texts, and that of a moved element its new place`() {
    let text = Difference(path: "a", first: "x\ny", second: "x\nz", event: #"line 2: "y" -> "z""#)
    #expect(text.changeLine() == #"a: "x\ny" -> "x\nz""#)
    let move = Difference(path: "a[2]", first: 1, second: 1, event: "moved to [0]", isMove: true)
    #expect(move.changeLine() == "a[2]: moved to [0]")
  }
}
