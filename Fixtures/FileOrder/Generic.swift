import StoreCore

struct List<Row: Equatable & Sendable>: Reducer {
  struct State: Equatable { var rows: [Row] = [] }
  enum Input { case tapped(Row) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> { .none }
}

typealias Feature = List<Int>
