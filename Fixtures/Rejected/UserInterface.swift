// A feature can't use types of a user interface, because StoreCore doesn't export any.
import StoreCore

struct Lamp: Reducer {
  struct State { var isOn = false }
  enum Input {
    case colored(Color)  // error: cannot find type 'Color' in scope
    case shown(UIView)  // error: cannot find type 'UIView' in scope
  }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> { .none }
}
