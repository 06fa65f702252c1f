import SampleFeatures
import StoreCore
import StoreDependencies
import StoreRecording
import StoreTesting

/// The page that shows the sample features: a counter to click, and the recorded test of each feature.
struct TourPage {
  /// The number of consecutive clicks to record, in every order.
  static let depth = 7

  /// The features whose tests are recorded.
  let features: [FeatureTour]

  /// Runs the features, and creates the page.
  ///
  /// - Returns: The page, and the failures.
  func make() async -> (html: String, mistakes: [TestFailure]) {
    var recordings: [Recording] = []
    var clicks: ClickMap?
    let mistakes = await recordingFailures {
      clicks = await CounterClicks(depth: Self.depth).record()
      for feature in features { recordings.append(await withRecording(feature.name, feature.run)) }
    }
    let lead = "Every picture is a recorded run of a real reducer under a test store. The time is virtual."
    let sections: [any PageSection] = (clicks.map { [$0] } ?? []) + recordings
    return (RecordingPage(sections: sections, title: "swift-store-testing", lead: lead).html, mistakes)
  }
}

/// A recorder of the steps of a counter for every order of clicks up to a depth.
///
/// The recorder merges equal states, so the page moves in a graph of recorded steps. The client draws fixed numbers, so
/// a step depends only on the state and the number of draws.
struct CounterClicks {
  /// The clicks, with the labels of their buttons.
  private static let clicks: [(name: String, label: String, input: Counter.Input)] = [
    ("increment", "+ Increment", .increment), ("decrement", "− Decrement", .decrement),
    ("random", "Random number", .randomNumberTapped),
  ]

  /// The numbers to draw, in order.
  private static let draws = [42, 7, 68, 23, 91, 14, 55, 36]

  /// The number of consecutive clicks to record.
  let depth: Int

  /// The clicks that lead to a state, with the identity of the state.
  private struct Way {
    /// The clicks, by index.
    let clicks: [Int]

    /// The state as text, and the number of draws.
    let mark: [String]
  }

  /// Records all steps, nearest states first.
  func record() async -> ClickMap {
    let first = await run([])
    var ways = [Way(clicks: [], mark: [first.stores.first?.initialState ?? "", "0"])]
    var steps: [ClickMap.Step] = []
    var next = 0
    while next < ways.count {
      let way = ways[next]
      if way.clicks.count < depth {
        let base = await run(way.clicks).entries.count
        for (place, click) in Self.clicks.enumerated() {
          let recording = await run(way.clicks + [place])
          let state = recording.entries.last { $0.state != nil }?.state ?? way.mark[0]
          let draws = recording.entries.count { $0.kind == .started }
          let mark = [state, "\(draws)"]
          let target = ways.firstIndex { $0.mark == mark } ?? ways.count
          if target == ways.count { ways.append(Way(clicks: way.clicks + [place], mark: mark)) }
          let entries = recording.entries.dropFirst(base).map(Self.unplaced)
          steps.append(ClickMap.Step(from: next, click: click.name, to: target, entries: entries))
        }
      }
      next += 1
    }
    return ClickMap(
      title: "Click a counter",
      explanation: """
        Click. Counting takes the short way: an action, the reducer, a state. A random number takes the whole cycle: the reducer asks for an \
        effect, the effect asks the environment, and the answer comes back as feedback. Nothing is computed here: every order of up to \
        \(depth) clicks was run by the real reducer, \(steps.count) clicks in \(ways.count) states, and the page moves among them.
        """,
      clicks: Self.clicks.map { ($0.name, $0.label) },
      first: first,
      steps: steps
    )
  }

  /// Returns the entry without its line of the tour.
  private static func unplaced(_ entry: Recording.Entry) -> Recording.Entry {
    var entry = entry
    if entry.kind == .input { entry.place = nil }
    return entry
  }

  /// Records consecutive clicks.
  private func run(_ clicks: [Int]) async -> Recording {
    await withRecording("Counter") {
      let numbers = Numbers(Self.draws)
      let store = TestStore(initialState: Counter.State()) {
        Counter()
      } withDependencies: {
        $0.randomNumberClient.number = { await numbers.next() }
      }
      // The store is not exhaustive, because the run records the result of each click without assertions.
      store.exhaustivity = .off
      for click in clicks { await store.send(Self.clicks[click].input) }
      await store.finish()
    }
  }

  /// A repeating sequence of numbers.
  private actor Numbers {
    /// The numbers.
    private let numbers: [Int]

    /// The number of draws.
    private var count = 0

    /// Creates a sequence that begins with the first number.
    init(_ numbers: [Int]) {
      self.numbers = numbers
    }

    /// Returns the next number.
    func next() -> Int {
      defer { count += 1 }
      return numbers[count % numbers.count]
    }
  }
}
