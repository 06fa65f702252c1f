// A feature with the output `Never` can't emit outputs, and one without feedback can't send any.
import StoreCore

struct Counter: Reducer {
  struct State: Equatable { var count = 0 }
  enum Input { case increment, reset }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.increment):
      return .output("incremented")  // error: cannot convert value of type 'String' to expected argument type 'Never'
    case .input(.reset):
      return .run { send in
        await send(.reset)  // error: type 'Never' has no member 'reset'
      }
    }
  }
}
