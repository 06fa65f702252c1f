// An effect sends messages; it can't write the state. A reducer can't wait.
import StoreCore

struct Numbers: Reducer {
  struct State: Equatable { var numbers: [Int] = [] }
  enum Input { case onAppear, refresh }
  enum Feedback { case downloaded([Int]) }

  let download: @Sendable () async -> [Int]

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.onAppear):
      return .run { _ in
        state.numbers = await download()  // error: mutable capture of 'inout' parameter 'state' is not allowed
      }
    case .input(.refresh):
      state.numbers = await download()  // error: 'async' call in a function that does not support concurrency
      return .none
    case .feedback(.downloaded(let numbers)):
      state.numbers = numbers
      return .none
    }
  }
}
