import StoreTesting
import Testing

@testable import StoreCore
@testable import StoreExploration

@Suite struct EffectPartTests {
  private let effect = Effect<Never, Int>.merge(.output(1), .concatenate(.output(2), .merge(.output(3), .output(4))))

  private func output(of node: EffectNode, at path: [Int]) -> Int? {
    if case .output(let value) = node.part(at: path) { value as? Int } else { nil }
  }

  private func isWork(_ node: EffectNode) -> Bool {
    if case .run = node { true } else { false }
  }

  @Test func `a part is found at its path, through the parts around it`() {
    #expect(output(of: effect.node, at: [0]) == 1)
    #expect(output(of: effect.node, at: [1, 0]) == 2)
    #expect(output(of: effect.node, at: [1, 1, 1]) == 4)
    #expect(output(of: effect.node, at: [1, 2]) == nil)
  }

  @Test func `a part is replaced at its path, and the others stay`() throws {
    let changed = try #require(effect.node.replacingPart(at: [1, 0], with: { _ in EffectNode.output(9) }))
    #expect([[0], [1, 0], [1, 1, 0], [1, 1, 1]].map { output(of: changed, at: $0) } == [1, 9, 3, 4])
    let missing = effect.node.replacingPart(at: [1, 2]) { $0 }
    #expect(missing == nil)
  }

  @Test func `a part has the ids of all effects around it, the outermost first`() throws {
    let work = Effect<Never, Int>.run("work") { _ in }.cancellable(id: "inner").cancellable(id: "outer")
    let node = Effect<Never, Int>.merge(.output(1), work).node
    let path = try #require(node.allParts.first(where: { isWork($0.node) })?.path)
    #expect(node.identifiers(around: path).map(\.description) == ["outer", "inner"])
  }

  @Test(arguments: [(24, true), (25, false)])
  func `parts are visited to a depth of 24`(depth: Int, isVisited: Bool) {
    var node = Effect<Never, Int>.run("work") { _ in }.node
    for number in 0..<depth { node = .cancellable(node, id: EffectIdentifier(number), cancelInFlight: false) }
    let isFound = node.allParts.contains { isWork($0.node) }
    #expect(isFound == isVisited)
    var isReplaced = false
    _ = node.replacingWork { work, _ in
      isReplaced = true
      return work
    }
    #expect(isReplaced == isVisited)
  }
}
