import Synchronization
import Testing

@testable import StoreValues

@Suite struct FieldLayoutTests {
  private struct Inner {
    var variable: Int
    let constant: Int
  }

  private struct Outer {
    var variable: Inner
    let constant: Inner
  }

  private class Variable { var number = 1 }

  private final class Inheriting: Variable {}

  private final class Constant { let number = 1 }

  private final class Locked { let lock = Mutex(1) }

  @Test func `a field of a field is read at its place, and is variable if both are`() throws {
    let value = Outer(variable: Inner(variable: 1, constant: 2), constant: Inner(variable: 3, constant: 4))
    var fields: [FieldLayout] = []
    for outer in try #require(FieldLayout.fields(of: Outer.self)) {
      fields += try #require(FieldLayout.fields(of: outer.type)).map { $0.within(outer) }
    }
    #expect(fields.map { $0.value(in: value) as? Int } == [1, 2, 3, 4])
    #expect(fields.map(\.isVariable) == [true, false, false, false])
  }

  @Test func `an object can change if it or its superclass has a variable, or if it holds a lock`() {
    #expect(FieldLayout.hasVariables(Variable.self) == true)
    #expect(FieldLayout.hasVariables(Inheriting.self) == true)
    #expect(FieldLayout.hasVariables(Locked.self) == true)
    #expect(FieldLayout.hasVariables(Constant.self) == false)
    #expect(FieldLayout.hasVariables(Inner.self) == nil)
  }
}
