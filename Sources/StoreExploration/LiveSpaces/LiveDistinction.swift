/// What distinguishes two situations in which a feature looks alike. More than needed would make its space larger.
struct LiveDistinction {
  /// Whether effects that have sent more messages may be at another place of their work.
  var countsMessages = false

  /// Whether the ids of screens are named by the places where they occur, as a stack uses none twice.
  var namesScreens = false
}
