import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite struct ScopeIdentitySpaceTests {
  @Test func `no child in a state space receives a message for its predecessor`() {
    StateSpace(
      initialState: Parent.State(child: Child.State(id: 1)),
      inputs: { state in
        (state.isAsked ? [] : [.child(.ask)]) + (state.child.id == 1 ? [.replace] : [])
      }
    ) {
      Parent()
    } responses: { effect in
      [.sends(.child(.feedback(.heard(effect.payload as? Int ?? 0))))]
    }
    .check(
      .always("a child hears of itself") { state in
        state.child.heard.allSatisfy { $0 == state.child.id }
      },
      .sometimes("the second hears something") { $0.child.id == 2 && !$0.child.heard.isEmpty }
    )
  }
}

/// A child that asks for its own id.
private struct Child: Reducer {
  struct State: Hashable, Identifiable {
    var id: Int
    var heard: [Int] = []
  }

  enum Input { case ask }

  enum Feedback: Equatable { case heard(Int) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.ask): return .run("ask", of: state.id) { [id = state.id] send in await send(.heard(id)) }
    case .feedback(.heard(let id)):
      state.heard.append(id)
      return .none
    }
  }
}

/// A parent with a child that another child can replace.
private struct Parent: Reducer {
  struct State: Hashable {
    var child: Child.State

    /// Whether the child received an input.
    var isAsked = false
  }

  enum Input {
    case child(Child.Input)

    /// Replaces the child by the child with the id 2.
    case replace
  }

  enum Feedback: Equatable { case child(ChildFeedback<Child>) }

  let child = Scope<Parent, Child>(\.child, feedback: Feedback.child) { Child() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.child(let input)):
      state.isAsked = true
      return child.reduce(.input(input), into: &state)
    case .feedback(.child(.feedback(let feedback))): return child.reduce(.feedback(feedback), into: &state)
    case .feedback(.child(.output)): return .none
    case .input(.replace):
      state = State(child: Child.State(id: 2))
      return .none
    }
  }
}
