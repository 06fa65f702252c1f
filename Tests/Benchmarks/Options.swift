/// The options of the command line.
struct Options {
  /// An error in the arguments.
  struct Invalid: Error, CustomStringConvertible {
    /// The problem with the arguments.
    let description: String
  }

  /// Whether to finish in a few seconds, with noisier figures.
  private(set) var isQuick = false

  /// Whether to print JSON instead of tables.
  private(set) var wantsJSON = false

  /// Whether to print only the usage.
  private(set) var wantsHelp = false

  /// The file for a chart of the growing quantities; nil without one.
  private(set) var chart: String?

  /// The text that the name of a row must contain; nil for all rows.
  private(set) var filter: String?

  /// The text in the name of the row that is repeated for a profiler; nil to measure instead.
  private(set) var profiled: String?

  /// The number of repetitions for a profiler; nil to repeat for five seconds.
  private(set) var times: Int?

  /// Creates options from the arguments that follow the program's name.
  init(_ arguments: some Sequence<String>) throws(Invalid) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--quick": isQuick = true
      case "--json": wantsJSON = true
      case "--help", "-h": wantsHelp = true
      case "--chart":
        guard let file = arguments.next() else { throw Invalid(description: "--chart needs a file.") }
        chart = file
      case "--filter":
        guard let name = arguments.next() else { throw Invalid(description: "--filter needs a name.") }
        filter = name
      case "--profile":
        guard let name = arguments.next() else { throw Invalid(description: "--profile needs a name.") }
        profiled = name
      case "--times":
        guard let times = arguments.next().flatMap({ Int($0) }), times > 0 else {
          throw Invalid(description: "--times needs a number.")
        }
        self.times = times
      default: throw Invalid(description: "There is no option \(argument).")
      }
    }
  }

  /// Whether a row is measured.
  func selects(_ name: String) -> Bool {
    guard let filter = profiled ?? filter else { return true }
    return name.lowercased().contains(filter.lowercased())
  }

  static let help = """
    usage: Benchmarks [--quick] [--json] [--chart FILE] [--filter NAME] [--profile NAME [--times NUMBER]]

      --quick          be done in a few seconds; the figures are noisier
      --json           print JSON instead of tables
      --chart FILE     write a chart of the growing quantities, as SVG
      --filter NAME    measure only the rows whose name contains NAME, and the yardsticks
      --profile NAME   measure nothing; do the first row whose name contains NAME for five seconds
      --times NUMBER   with --profile, do it that often instead, so that what it takes can be counted rather than timed
    """
}
