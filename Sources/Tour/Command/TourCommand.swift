/// What the words on the command line ask for.
enum TourCommand: Equatable {
  /// Run these features, and then the wrong tests if asked.
  case run(features: [String], failures: Bool)

  /// Say how to call the tour.
  case help

  /// Say that the words make no sense, and why.
  case mistake(String)

  /// Reads the words after the program's name.
  ///
  /// - Parameters:
  ///   - arguments: The words.
  ///   - features: The names of the features that there are.
  init(arguments: [String], features: [String]) {
    var chosen: [String] = []
    var wantsFailures = false
    for argument in arguments {
      switch argument {
      case "-h", "--help", "help": self = .help; return
      case "failures": wantsFailures = true
      case _ where argument.hasPrefix("-"):
        self = .mistake("There is no option '\(argument)'.")
        return
      default:
        guard let feature = features.first(where: { $0.lowercased() == argument.lowercased() }) else {
          self = .mistake(
            "There is no feature '\(argument)'. Known: \((features + ["failures"]).joined(separator: ", "))."
          )
          return
        }
        chosen.append(feature)
      }
    }
    self =
      arguments.isEmpty ? .run(features: features, failures: true) : .run(features: chosen, failures: wantsFailures)
  }

  /// How to call the tour.
  static func help(features: [String]) -> String {
    """
    Runs the sample features under a test store, on the data in Fixtures, and prints what happens.

    Usage: tour [FEATURE ...] [failures] [--help]

      FEATURE     run just these: \(features.joined(separator: ", "))
      failures    run one wrong test for each kind of failure, and print what the framework says
      --help      print this

    Without arguments everything runs.
    """
  }
}
