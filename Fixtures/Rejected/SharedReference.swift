// Messages cross from effects to the main actor, so they must be sendable.
import StoreCore

final class Account { var name = "" }

struct Profile: Reducer {  // error: type 'Profile.Feedback' does not conform to the 'Sendable' protocol
  typealias Work = Effect<Feedback, Never>  // error: 'Sendable' protocol
  enum Input { case onAppear }
  enum Feedback { case loaded(Account) }

  func reduce(message: Message<Input, Feedback>, into state: inout Int) -> Work { .none }  // error: Sendable
}
