// A parent can neither forget a child's message nor create one.
import StoreCore

struct Child: Reducer {
  enum Input { case tapped }
  enum Feedback { case answered(Int) }
  enum Output { case closed }

  func reduce(message: Message<Input, Feedback>, into state: inout Int) -> Effect<Feedback, Output> { .none }
}

struct Parent: Reducer {
  struct State: Equatable { var child = 0 }
  enum Input { case child(Child.Input), onAppear }
  enum Feedback { case child(ChildFeedback<Child>) }

  let child = Scope<Parent, Child>(\.child, feedback: Feedback.child) { Child() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {  // error: switch must be exhaustive
    case .input(.child(let input)): return child.reduce(.input(input), into: &state)
    case .input(.onAppear):
      return .feedback(.child(.feedback(.answered(1))))  // error: 'Sealed<Child.Feedback>' has no member 'answered'
    case .feedback(.child(.feedback(let feedback))):
      if case .answered = feedback { return .none }  // error: 'Sealed<Child.Feedback>' has no member 'answered'
      return child.reduce(.feedback(feedback), into: &state)
    }
  }
}
