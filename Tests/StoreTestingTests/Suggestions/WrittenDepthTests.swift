import Testing

@testable import StoreValues

/// A value with a variable that its initialiser doesn't set.
struct MadeShell {
  let row: Int
  var content: Any = 0

  init(row: Int) { self.row = row }
}

private struct Shell { let content: Any }

private struct OptionalShell { let content: Any? }

private struct ListShell { let contents: [Any] }

private struct HashableShell: Hashable { let content: AnyHashable }

private struct Clear: TransparentValue { let anyContent: Any }

private struct Called: CalledValue {
  let content: Any

  var call: (opening: String, argument: Any)? { ("(", content) }
}

private struct Bound: Comparable {
  let content: Any

  static func == (_: Bound, _: Bound) -> Bool { true }

  static func < (_: Bound, _: Bound) -> Bool { false }
}

/// Values in values are written up to a limit, as a value may lead to itself.
@Suite struct WrittenDepthTests {
  /// A way to put a value into another.
  enum Nesting: CaseIterable, Sendable {
    case field, transparent, argument, assignment, optional, erasedOptional, list, hashable, bound

    /// The number of values around the inner one.
    var count: Int {
      switch self {
      case .field, .transparent, .argument, .assignment: 1
      case .optional, .erasedOptional, .list, .hashable, .bound: 2
      }
    }

    /// Returns a value that contains another one.
    func around(_ value: Any) -> Any {
      switch self {
      case .field: return Shell(content: value)
      case .transparent: return Clear(anyContent: value)
      case .argument: return Called(content: value)
      case .assignment:
        var shell = MadeShell(row: 1)
        shell.content = value
        return shell
      case .optional: return OptionalShell(content: .some(value))
      case .erasedOptional: return Shell(content: Any?.some(value) as Any)
      case .list: return ListShell(contents: [value])
      case .hashable: return HashableShell(content: (value as? AnyHashable) ?? AnyHashable(0))
      case .bound:
        let range = Bound(content: value)...
        return range
      }
    }
  }

  private func source(_ nesting: Nesting, times: Int) -> SourceText {
    let value = (0..<times).reduce(1 as Any) { value, _ in nesting.around(value) }
    return SourceWriter(near: #filePath).source(of: value, declared: nil)
  }

  @Test(arguments: Nesting.allCases)
  func `a value is written in less than twenty others`(nesting: Nesting) {
    #expect(source(nesting, times: 19 / nesting.count).isComplete)
    #expect(source(nesting, times: nesting.count == 1 ? 20 : 11).obstacle == .length)
  }
}
