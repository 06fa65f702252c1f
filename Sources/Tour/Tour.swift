import StoreExploration
import StoreRecording
import StoreTesting

/// A program that runs features with their tests, and wrong tests with their failures.
@main
struct Tour {
  /// The features, in the order of the tour.
  static let features =
    [FeatureTour.counter, .numbers, .phoneDialer, .trifecta, .search, .searchFeature, .browser, .flatBrowser]
    + FeatureTour.styles + [.loaderBoard, .greeting, .practice] + FeatureTour.containers

  /// Runs the command of the arguments.
  static func main() async {
    let terminal = Terminal.standard
    let names = features.map(\.name)
    switch TourCommand(arguments: Array(CommandLine.arguments.dropFirst()), features: names) {
    case .help: terminal.print(TourCommand.help(features: names))
    case .mistake(let text):
      terminal.complain(text + "\nCall 'tour --help' to see what there is.")
      exit(withCode: 2)
    case .page(let chosen, let file):
      let page = await TourPage(features: features.filter { chosen.contains($0.name) }).make()
      for mistake in page.mistakes { terminal.complain("\(mistake)") }
      do {
        try write(page.html, to: file)
      } catch {
        terminal.complain("\(file) can't be written: \(error)")
        exit(withCode: 1)
      }
      terminal.print("\(file): \(page.html.utf8.count / 1_000) kB")
      if !page.mistakes.isEmpty { exit(withCode: 1) }
    case .run(let chosen, let failures):
      let isSound = await run(features.filter { chosen.contains($0.name) }, failures: failures, on: terminal)
      if !isSound { exit(withCode: 1) }
    }
  }

  /// Runs features and wrong tests.
  ///
  /// - Returns: Whether each test had the expected result.
  static func run(_ features: [FeatureTour], failures: Bool, on terminal: Terminal) async -> Bool {
    var isSound = true
    var total = Totals()
    for feature in features {
      let timeline = TimelineRecorder()
      let start = ContinuousClock.now
      let mistakes = await recordingFailures { await timeline.record(feature.run) }
      total.add(timeline, ContinuousClock.now - start)
      terminal.print("\n\(feature.name)", .bold)
      terminal.print("\(feature.summary)\n", .dim)
      TimelinePrinter(terminal: terminal).print(timeline.events)
      for mistake in mistakes { terminal.print("\n\(mistake)", .red) }
      isSound = isSound && mistakes.isEmpty
    }
    if failures { isSound = await FailureGallery(terminal: terminal).show() && isSound }
    if total.stores > 0 { terminal.print("\n" + total.text, .bold) }
    return isSound
  }
}

/// The totals of the features' tests.
struct Totals {
  /// The number of features.
  private(set) var stores = 0

  /// The number of test steps.
  private var steps = 0

  /// The number of events.
  private var events = 0

  /// The virtual time.
  private var virtual = Duration.zero

  /// The real time.
  private var real = Duration.zero

  /// Adds the numbers of a feature's test.
  mutating func add(_ timeline: TimelineRecorder, _ elapsed: Duration) {
    stores += 1
    steps += timeline.steps
    events += timeline.events.count
    virtual += timeline.elapsed
    real += elapsed
  }

  /// The numbers in a sentence.
  var text: String {
    let milliseconds = real.formatted(inUnitsOf: .milliseconds(1))
    return "\(stores) feature\(stores == 1 ? "" : "s"), \(steps) steps, \(events) events: "
      + "\(virtual.formatted(inUnitsOf: .milliseconds(1))) ms of virtual time in \(milliseconds) ms of real time."
  }
}

extension Duration {
  /// Formats the duration as a number with at most two decimals.
  fileprivate func formatted(inUnitsOf unit: Duration) -> String {
    let hundredths = Int((self / unit * 100).rounded())
    guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
    return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
  }
}
