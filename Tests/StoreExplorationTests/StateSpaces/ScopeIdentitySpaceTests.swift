import StoreCore
import StoreExploration
import StoreTesting
import Testing

@testable import StoreCoreTests

@Suite struct ScopeIdentitySpaceTests {
  @Test func `no child in a state space receives a message for its predecessor`() {
    StateSpace(
      initialState: ReplaceableChildParent.State(child: Child.State(id: 1)),
      inputs: { state in
        let ask = ReplaceableChildParent.Input.child(.nap("\(state.child.id)"))
        return (state.isAsked ? [] : [ask]) + (state.child.id == 1 ? [.replace] : [])
      }
    ) {
      ReplaceableChildParent()
    } responses: { effect in
      [.sends(.child(.feedback(.heard(effect.payload as? String ?? ""))))]
    }
    .check(
      .always("a child hears its own words") { situation in
        situation.child.notes.allSatisfy { $0 == "\(situation.child.id)" }
      },
      .sometimes("the second hears something") { $0.child.id == 2 && !$0.child.notes.isEmpty }
    )
  }
}
