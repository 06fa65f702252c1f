// A misspelt or wrong feedback is named where it is sent, with and without a name, a payload and a handler.
import StoreCore

struct Load: EffectObject {
  func run(_ send: Send<Numbers.Feedback>) async throws { await send(.misspelt) }  // error: has no member 'misspelt'
}

struct Numbers: Reducer {
  struct State: Equatable { var numbers: [Int] = [] }
  enum Input { case name, none, payload, argument, handler, lines, debounced, merged, group, value, object, handled }
  enum Feedback: Sendable { case loaded(Int), failed }

  func number() async throws -> Int { 1 }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.name):
      return .run("load") { send in await send(.misspelt) }  // error: type 'Numbers.Feedback' has no member 'misspelt'
    case .input(.none):
      return .run { send in await send(.misspelt) }  // error: type 'Numbers.Feedback' has no member 'misspelt'
    case .input(.payload):
      return .run("load", of: 1) { send in await send(.misspelt) }  // error: has no member 'misspelt'
    case .input(.argument):
      return .run("load", operation: { send in await send(.misspelt) })  // error: has no member 'misspelt'
    case .input(.handler):
      return .run("load") { send in
        await send(.loaded(try await number()))
      } catch: { _, send in
        await send(.misspelt)  // error: type 'Numbers.Feedback' has no member 'misspelt'
      }
    case .input(.lines):
      return .run("load") { send in
        let number = try await number()
        if number > 1 {
          await send(.misspelt(number))  // error: type 'Numbers.Feedback' has no member 'misspelt'
        }
      }
    case .input(.debounced):
      return .run("load") { send in await send(.misspelt) }  // error: type 'Numbers.Feedback' has no member 'misspelt'
        .debounce(id: "load", for: .seconds(1))
        .cancellable(id: "all")
    case .input(.merged):
      return .merge(
        .run("first") { send in await send(.loaded(1)) },
        .run("second") { send in await send(.misspelt) }  // error: type 'Numbers.Feedback' has no member 'misspelt'
      )
    case .input(.group):
      return .run("load") { send in
        await withTaskGroup { group in
          group.addTask { await send(.misspelt) }  // error: type 'Numbers.Feedback' has no member 'misspelt'
        }
      }
    case .input(.value):
      return .run("load") { send in await send(.loaded("1")) }  // error: cannot convert value of type 'String'
    case .input(.object):
      return .run(1)  // error: argument type 'Int' does not conform to expected type 'EffectObject'
    case .input(.handled):
      return .run(Load(), catch: { _, send in await send(.misspelt) })  // error: has no member 'misspelt'
    case .feedback: return .none
    }
  }
}

struct Facts: ActionReducer {
  struct State: Equatable { var fact = "" }
  enum Action { case tapped, loaded(String) }

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .tapped: .run("load") { send in await send(.misspelt) }  // error: type 'Facts.Action' has no member 'misspelt'
    case .loaded: .none
    }
  }
}
