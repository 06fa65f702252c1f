// A condition on a step that stands where a condition on a situation is needed, and a mistake in a condition.
import StoreCore
import StoreExploration
import StoreTesting

struct Numbers: Reducer {
  struct State: Hashable {
    var count = 0
    var isLoading = false
  }
  enum Input { case up }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> { .none }
}

func check(_ space: StateSpace<Numbers>) {
  space.check(.always("a step") { old, _, new in old.count <= new.count })
  space.check(.sometimes("a step") { old, _, new in old.count < new.count })
  space.check(.always("name") { old, _, new in old.misspelt })  // error: has no member 'misspelt'
  space.check(.sometimes("name") { _, _, new in new.misspelt })  // error: has no member 'misspelt'
  space.check(.always("effects") { old, _, _ in old.isRunning("x") })  // error: 'Numbers.State' has no member
  space.check(
    .eventually("step") { _, _, new in new.isLoading },  // error: 'eventually' takes a condition on one situation
    .leadsTo("to", from: { $0.isLoading }, to: { _, _, new in new.isLoading }),  // error: takes conditions on one
    .leadsTo("from", from: { _, _, new in new.isLoading }, to: { $0.isLoading })  // error: takes conditions on one
  )
}
