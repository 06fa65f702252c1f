import StoreRecording

/// The command of the program's arguments.
enum TourCommand: Equatable {
  /// Run these features, and then the wrong tests if requested.
  case run(features: [String], failures: Bool)

  /// Write a page of these features to a file.
  case page(features: [String], file: String)

  /// Print the usage.
  case help

  /// Print the problem of invalid arguments.
  case mistake(String)

  /// Creates the command from the arguments after the program's name.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - features: The names of the available features.
  init(arguments: [String], features: [String]) {
    var chosen: [String] = []
    var wantsFailures = false
    var file: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--html":
        guard let path = rest.popFirst(), !path.isEmpty, !path.hasPrefix("-") else {
          self = .mistake("'--html' needs the name of a file.")
          return
        }
        file = path
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
    if let file {
      guard !wantsFailures else {
        self = .mistake("'failures' are printed, and are on no page.")
        return
      }
      self = .page(features: chosen.isEmpty ? features : chosen, file: file)
      return
    }
    self =
      arguments.isEmpty ? .run(features: features, failures: true) : .run(features: chosen, failures: wantsFailures)
  }

  /// Returns the usage of the tour.
  static func help(features: [String]) -> String {
    """
    Runs the sample features under a test store, on the data in Fixtures, and prints what happens.

    Usage: tour [FEATURE ...] [failures] [--html FILE] [--help]

      FEATURE     run just these: \(features.joined(separator: ", "))
      failures    run one wrong test for each kind of failure, and print what the framework says
      --html FILE write a page to look at in a browser instead: a counter to click, and each feature to step through
      --help      print this

    Without arguments everything runs.
    """
  }
}
