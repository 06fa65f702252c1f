import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

private struct Sum: Reducer {
  struct State {}

  func reduce(message: Message<Never, Never>, into state: inout State) -> Effect<Never, Never> { .none }
}

private struct Product: Reducer {
  func reduce(message: Message<Never, Never>, into state: inout Int) -> Effect<Never, Never> { .none }
}

@Suite struct FeatureMatchTests {
  private func matches<Feature: Reducer>(_ type: Any.Type, _ feature: Feature) -> Bool {
    FeatureMatch(type: type).matches(Feature.self)
  }

  @Test func `a store belongs to a feature by its reducer, without operators, and by its state`() {
    let wrapped = Sum().dependency(\.uuid, .incrementing)
    for type in [Sum.self, Sum.State.self] as [Any.Type] {
      #expect(matches(type, Sum()) && matches(type, wrapped))
      #expect(!matches(type, Product()))
    }
    #expect(matches(Swift.type(of: wrapped), wrapped) && !matches(Swift.type(of: wrapped), Product()))
    #expect(matches(Int.self, Product()) && !matches(Int.self, Sum()))
  }
}
