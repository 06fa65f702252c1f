import Testing

@testable import StoreExploration

@Suite struct StateFieldTests {
  private protocol Shape {}

  private struct Square: Shape {
    var side = 1
  }

  private struct Frame {
    var width = 2
  }

  private struct Drawing {
    var shape: any Shape = Square()
    var frame = Frame()
    var count = 0
  }

  @Test func `the fields of a struct are changed one by one, but not those of a value of a protocol's type`() {
    #expect(StateField.all(of: Drawing()).map(\.path) == ["shape", "frame.width", "count"])
  }

  @Test func `a value of a protocol's type is changed as a whole`() throws {
    struct Circle: Shape {
      var names = ["round", "circle", "ring"]
      var place = (1, 2)
      var radius = 3
    }
    let source = Drawing(shape: Circle())
    var drawing = Drawing()
    let shape = try #require(StateField.all(of: drawing).first)
    shape.copy(from: source, to: &drawing)
    #expect((drawing.shape as? Circle)?.names == ["round", "circle", "ring"])
    #expect((drawing.shape as? Circle)?.radius == 3)
  }

  private struct Outer {
    var number = 1
    var inner = Inner()
  }

  private struct Inner { var nested = Nested() }

  private struct Nested { var innermost = Innermost() }

  private struct Innermost {
    var first = 1
    var second = 2
  }

  @Test func `the fields of structs in a state are fields of their own, down to the third level`() {
    #expect(StateField.all(of: Outer()).map(\.path) == ["number", "inner.nested.innermost"])
    #expect(StateField.all(of: Nested()).map(\.path) == ["innermost.first", "innermost.second"])
  }
}
