import Foundation
import SwiftParser
import SwiftSyntax

/// Compares both views of the files whose paths stand in standard input, and fails if they differ.
@main struct Extents {
  static func main() throws {
    var calls = 0
    var files = 0
    var differences: [String] = []
    while let path = readLine() {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      // Files that must not compile may lack a bracket.
      let tree = Parser.parse(source: text)
      guard let file = try? SourceFile(text) else {
        if !tree.hasError { differences.append("\(path): it isn't read") }
        continue
      }
      files += 1
      let visitor = Visitor(viewMode: .sourceAccurate)
      visitor.walk(tree)
      let names = Set(visitor.calls.map(\.name))
      let found = Dictionary(grouping: names.flatMap { file.calls(method: $0) }, by: \.name.lowerBound)
      for call in visitor.calls {
        calls += 1
        let place = "\(path):\(file.line(at: call.place))"
        guard let ours = found[call.place]?.first else {
          differences.append("\(place): \(call.name) isn't found")
          continue
        }
        let view = call.view
        let other = View(ours)
        if view != other {
          differences.append(
            "\(place): \(call.name)\n  expected \(view.described(file))\n  is       \(other.described(file))"
          )
        }
      }
      let places = Set(visitor.calls.map(\.place)).union(visitor.others)
      if path.hasPrefix("Tests/") { differences += try checkEdits(file, visitor, found).map { "\(path): \($0)" } }
      for (place, call) in found where !places.contains(place) && ["send", "receive"].contains(file[call[0].name]) {
        differences.append("\(path):\(file.line(at: place)): \(file[call[0].range].prefix(80)) is no call")
      }
    }
    for difference in differences.sorted().prefix(CommandLine.arguments.contains("--all") ? .max : 40) {
      print(difference)
    }
    print("\(calls) calls in \(files) files, \(differences.count) differences")
    exit(differences.isEmpty ? 0 : 1)
  }
}

/// Edits of all calls at once, after which the parser must find what was added, and no mistake.
func checkEdits(_ file: SourceFile, _ visitor: Visitor, _ found: [Int: [Call]]) throws -> [String] {
  let calls = visitor.calls.filter { $0.isEditable }.map(\.place)
  var statements: [Range<Int>] = []
  for call in calls.sorted() {
    guard let call = found[call]?.first, call.position != .expression else { continue }
    if let last = statements.last, last.upperBound > call.statement.lowerBound { continue }
    statements.append(call.statement)
  }
  guard !statements.isEmpty else { return [] }
  var problems: [String] = []
  func check(_ name: String, _ edits: [TextEdit], adds count: Int) throws {
    let text = try file.applying(edits)
    let tree = Parser.parse(source: text)
    let after = Visitor(viewMode: .sourceAccurate)
    after.walk(tree)
    let added = after.calls.filter { $0.name == "addedLine" && $0.view.isStatement }
    if tree.hasError { problems.append("after \(name), it doesn't parse") }
    if added.count != count { problems.append("after \(name), there are \(added.count) new statements, not \(count)") }
    let expected = visitor.calls.count + (count > 0 ? count : 0)
    if count > 0, after.calls.count != expected {
      problems.append("after \(name), there are \(after.calls.count) calls, not \(expected)")
    }
  }
  try check(
    "insertions behind",
    statements.flatMap { file.insertion(of: "addedLine()", after: $0) },
    adds: statements.count
  )
  try check(
    "insertions before",
    statements.flatMap { file.insertion(of: "addedLine()", before: $0) },
    adds: statements.count
  )
  try check("removals", statements.map { file.removal(of: $0) }, adds: 0)
  return problems
}

/// What is compared of a call, as UTF-8 offsets.
struct View: Equatable {
  var base: Range<Int>?
  var range: Range<Int>
  var statement: Range<Int>
  var isStatement: Bool
  var arguments: [Range<Int>]
  var labels: [String?]
  var closures: [Range<Int>]
  var signatures: [Range<Int>?]
  var statements: [[Range<Int>]]

  func described(_ file: SourceFile) -> String {
    "\(base.map { file[$0] } ?? "-") | \(file[range]) | \(file[statement]) | \(isStatement) | \(arguments.map { file[$0] }) \(labels) | \(closures.map { file[$0] }) \(signatures.map { $0.map { file[$0] } }) \(statements.map { $0.map { file[$0] } })"
  }
}

extension View {
  init(_ call: Call) {
    self.init(
      base: call.base,
      range: call.range,
      statement: call.statement,
      isStatement: call.position == .statement,
      arguments: call.arguments.map(\.value),
      labels: call.arguments.map(\.label),
      closures: call.closures.map(\.braces),
      signatures: call.closures.map(\.signature),
      statements: call.closures.map { $0.statements.map(\.range) }
    )
  }
}

final class Visitor: SyntaxVisitor {
  var calls: [(name: String, place: Int, view: View, isEditable: Bool)] = []

  /// Places of names that look like a call's, such as those of an initialiser or of a pattern.
  var others: Set<Int> = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    var called = node.calledExpression
    if let generic = called.as(GenericSpecializationExprSyntax.self) {
      called = generic.expression
      return .visitChildren
    }
    let name: TokenSyntax
    var base: Range<Int>?
    if let member = called.as(MemberAccessExprSyntax.self) {
      name = member.declName.baseName
      base = member.base.map { $0.extent }
    } else if let reference = called.as(DeclReferenceExprSyntax.self) {
      name = reference.baseName
    } else {
      return .visitChildren
    }
    guard case .identifier = name.tokenKind else { return .visitChildren }
    guard let (statement, isStatement) = statement(of: Syntax(node)) else { return .visitChildren }
    let trailing = [node.trailingClosure].compactMap { $0 } + node.additionalTrailingClosures.map(\.closure)
    let view = View(
      base: base,
      range: node.extent,
      statement: statement,
      isStatement: isStatement,
      arguments: node.arguments.map { $0.expression.extent },
      labels: node.arguments.map { $0.label?.text },
      closures: trailing.map(\.extent),
      signatures: trailing.map { $0.signature?.extent },
      statements: trailing.map { $0.statements.filter { !$0.item.is(IfConfigDeclSyntax.self) }.map(\.itemExtent) }
    )
    calls.append(
      (name.identifier?.name ?? name.text, name.positionAfterSkippingLeadingTrivia.utf8Offset, view, isEditable(node))
    )
    return .visitChildren
  }

  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    // A condition such as `canImport(Testing)` is part of the directive.
    if let elements = node.elements { walk(elements) }
    return .skipChildren
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    others.insert(node.name.positionAfterSkippingLeadingTrivia.utf8Offset)
    return .visitChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    // The observers behind an initial value look like a trailing closure.
    node.initializer != nil && node.accessorBlock != nil ? .skipChildren : .visitChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    for token in node.tokens(viewMode: .sourceAccurate) {
      others.insert(token.positionAfterSkippingLeadingTrivia.utf8Offset)
    }
    return .visitChildren
  }

  /// Whether a statement may be added beside that of a call, as it is no member and no value that a block must have.
  private func isEditable(_ node: FunctionCallExprSyntax) -> Bool {
    var child = Syntax(node)
    while let parent = child.parent {
      if parent.is(CodeBlockItemSyntax.self) { return true }
      if parent.is(MemberBlockItemSyntax.self) || parent.is(SwitchCaseLabelSyntax.self) { return false }
      child = parent
    }
    return false
  }

  private func isInString(_ node: some SyntaxProtocol) -> Bool {
    var parent = node.parent
    while let node = parent {
      if node.is(StringLiteralExprSyntax.self) { return true }
      parent = node.parent
    }
    return false
  }

  /// The statement around a node, and whether the node is it but for effects and what is chained behind.
  private func statement(of node: Syntax) -> (Range<Int>, Bool)? {
    var isStatement = true
    var child = node
    while let parent = child.parent {
      if let item = parent.as(CodeBlockItemSyntax.self) { return (item.itemExtent, isStatement && !isInString(item)) }
      if let label = parent.as(SwitchCaseLabelSyntax.self) { return (label.extent, false) }
      if let item = parent.as(MemberBlockItemSyntax.self) { return (item.decl.extent, false) }
      // A block in which statements aren't listed, such as an accessor's, has none here.
      if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == child.id {
      } else if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id == child.id {
      } else if let call = parent.as(SubscriptCallExprSyntax.self), call.calledExpression.id == child.id {
      } else if parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self)
        || parent.is(OptionalChainingExprSyntax.self)
        || parent.is(ForceUnwrapExprSyntax.self) || parent.is(ThrowStmtSyntax.self)
      {
      } else {
        isStatement = false
      }
      child = parent
    }
    return nil
  }
}

extension CodeBlockItemSyntax {
  /// The item without its semicolon.
  var itemExtent: Range<Int> { item.extent }
}

extension SyntaxProtocol {
  var extent: Range<Int> { positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset }
}
