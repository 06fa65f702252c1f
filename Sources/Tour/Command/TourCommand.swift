import StoreRecording

/// What the words on the command line ask for.
enum TourCommand: Equatable {
  /// Run these features, and then the wrong tests if asked.
  case run(features: [String], failures: Bool)

  /// Write a page of these features into a file.
  case page(features: [String], file: String)

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

  /// How to call the tour.
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
