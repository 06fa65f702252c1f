import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// What a run without a mutant records.
@Suite struct BaselineTests {
  /// An object that stands for the event of a message.
  private final class Content {}

  private func line(_ number: Int, of file: String = "LoaderTests.swift") -> CallSite {
    CallSite(fileID: "Tests/\(file)", filePath: file, line: number, column: 1)
  }

  /// Returns a step that the first line leads to.
  private func step(
    _ message: Message<Loader.Input, Loader.Feedback>?,
    at level: Exhaustivity? = nil
  ) -> BaselineStep<Loader> {
    var step = BaselineStep<Loader>(
      name: TransitionName(mode: "idle", message: message.map { MessageName.text(of: $0) } ?? TransitionName.start),
      message: message,
      before: Loader.State(),
      after: Loader.State(),
      node: .none,
      site: line(1)
    )
    step.exhaustivity = level
    return step
  }

  @Test func `a message that the purity check reduces again is one step, and the next one is another`() {
    let baseline = FeatureBaseline<Loader>()
    baseline.add(step(.input(.cancel)))
    baseline.add(step(.input(.cancel)))
    baseline.noteEvent(Content(), at: line(2))
    baseline.add(step(.input(.cancel)))
    baseline.noteEvent(Content(), at: line(3))
    #expect(baseline.steps.map(\.site.line) == [2, 3])
  }

  @Test func `each start is a step at the line that made its store`() {
    let baseline = FeatureBaseline<Loader>()
    for number in 2...3 {
      baseline.add(step(nil))
      baseline.noteStart(at: line(number))
    }
    #expect(baseline.steps.map(\.site.line) == [2, 3])
  }

  @Test func `an asserted message is at the line and the level of its assertion`() {
    let baseline = FeatureBaseline<Loader>()
    let contents = [Content(), Content()]
    for (number, content) in contents.enumerated() {
      baseline.add(step(.feedback(.loaded(number))))
      baseline.noteEvent(content, at: line(2))
    }
    baseline.noteAssertion(contents[1], at: line(5), .on)
    #expect(baseline.steps.map(\.site.line) == [2, 5])
    #expect(baseline.steps.map(\.exhaustivity) == [nil, .on])
  }

  @Test func `a recorded event is retained, so that no other one has its address`() {
    let baseline = FeatureBaseline<Loader>()
    var content: Content? = Content()
    weak let recorded = content
    baseline.add(step(.input(.cancel)))
    if let content { baseline.noteEvent(content, at: line(2)) }
    content = nil
    #expect(recorded != nil)
    #expect(baseline.steps.count == 1)
  }

  @Test(
    arguments: [
      (nil, nil, "reaches it, and asserts nothing of it"), (nil, .off, "begins with it"),
      (.input(.cancel), .off, "sends it"), (.feedback(.loaded(1)), .on, "receives it"),
      (.feedback(.loaded(1)), nil, "reaches it, and asserts nothing of it"),
    ] as [(Message<Loader.Input, Loader.Feedback>?, Exhaustivity?, String)]
  )
  func `a line has the verb of what the test does there`(
    message: Message<Loader.Input, Loader.Feedback>?,
    level: Exhaustivity?,
    verb: String
  ) {
    #expect(step(message, at: level).verb == verb)
  }

  @Test func `a line is worse than a closer one, and than an earlier one that is as close`() {
    let places: [(closeness: Int, file: String, line: Int)] = [
      (3, "B.swift", 9), (1, "A.swift", 2), (1, "A.swift", 5), (1, "B.swift", 1), (0, "A.swift", 1),
    ]
    let lines = places.map { place in
      NearestLine(site: line(place.line, of: place.file), closeness: place.closeness, verb: "", advice: "")
    }
    for (rank, line) in lines.enumerated() {
      #expect(lines.map { line.isWorse(than: $0) } == lines.indices.map { $0 < rank })
    }
  }

  @Test func `the greatest number of effects with a label is that of those which ran at once`() {
    let log = SleepLog()
    log.begin("load", [])
    log.begin("load", [])
    log.end("load", [])
    log.begin("load", [])
    log.begin("save", [])
    log.end("save", [])
    log.begin("save", [])
    #expect(log.greatestCounts == ["load": 2, "save": 1])
  }
}
