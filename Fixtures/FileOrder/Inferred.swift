import StoreCore

struct Feature: Reducer {
  func reduce(message: Message<Int, Double>, into state: inout Int) -> Effect<Double, String> { .none }
}
