import StoreExploration
import Testing

@Suite("Cases of enums") struct EnumCasesTests {
  /// An enum without values.
  private enum Plain { case one, two }

  /// An enum with values, some of them indirect.
  private indirect enum Mixed<Value> {
    case none
    case value(Value, label: String)
    case nested(Mixed)
  }

  /// An enum with a raw value.
  private enum Raw: String { case first, second = "2" }

  /// An enum without cases.
  private enum Empty {}

  @Test func `the cases of an enum are read in the order of their declaration, and no other type has cases`() {
    // Cases with a value come first.
    #expect(enumCaseNames(of: Plain.self) == ["one", "two"])
    #expect(enumCaseNames(of: Mixed<[Int]>.self)?.sorted() == ["nested", "none", "value"])
    #expect(enumCaseNames(of: Raw.self) == ["first", "second"])
    #expect(enumCaseNames(of: Result<Int, Never>.self) == ["success", "failure"])
    for type in [Empty.self, Never.self, Int.self, String.self, (Int, Int).self, Suite.self, EnumCasesTests.self]
      as [Any.Type]
    {
      #expect(enumCaseNames(of: type) == nil)
    }
  }

  /// A class.
  private final class Suite {}
}
