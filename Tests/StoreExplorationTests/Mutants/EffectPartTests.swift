import StoreTesting
import Testing

@testable import StoreCore
@testable import StoreExploration

@Suite struct EffectPartTests {
  @Test func `a part is found at its path, through the parts around it`() {
    let effect = Effect<Never, Int>.merge(.output(1), .concatenate(.output(2), .merge(.output(3), .output(4))))
    func output(at path: [Int]) -> Int? {
      if case .output(let value) = effect.node.part(at: path) { value as? Int } else { nil }
    }
    #expect(output(at: [0]) == 1)
    #expect(output(at: [1, 0]) == 2)
    #expect(output(at: [1, 1, 1]) == 4)
    #expect(output(at: [1, 2]) == nil)
  }
}
