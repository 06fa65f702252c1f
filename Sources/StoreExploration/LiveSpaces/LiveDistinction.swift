/// What distinguishes two situations in which a feature looks alike. More than needed would make its space larger.
struct LiveDistinction {
  /// How much of an effect counts besides what it is about and what it waits for.
  enum Detail: Int {
    case none

    /// How often it has gone on, as it may be at another place of its work.
    case progress

    /// The state and the message that started it as well, as it may have captured their values.
    case start
  }

  var detail = Detail.none

  /// Whether the ids of screens are named by the places where they occur, as a stack uses none twice.
  var namesScreens = false

  /// Whether nothing more can be distinguished.
  var isFinest: Bool { detail == .start }

  mutating func refine() { detail = Detail(rawValue: detail.rawValue + 1) ?? detail }
}
