/// A possible next step in a situation.
enum SpaceMove: Hashable {
  /// An input, by its index among those that can be sent.
  case input(Int)

  /// A step of an effect, by its index among the running effects, with its response.
  case progress(effect: Int, choice: Int)
}
