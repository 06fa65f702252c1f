import Testing

@testable import StoreExploration

/// The shortest paths to modes. Modes have capital letters, the steps between them small ones.
@Suite struct SequenceCoverageTests {
  /// Runs that know a path of four steps to the mode X, and a probable path of two: `a` and `g`.
  private let runsWithShortcut = ["S a A b B c C d E j X", "S e D f F k A g X"]

  /// Records runs. Only the mode X has a step to try.
  private func record(_ runs: [String], in coverage: inout SequenceCoverage) {
    for run in runs {
      let words = run.split(separator: " ").map(String.init)
      for place in stride(from: 0, to: words.count, by: 2) {
        let path = stride(from: 1, to: place, by: 2).map { index in
          SequenceStep(action: .command(0), name: words[index], draws: [])
        }
        coverage.arrive(
          in: words[place],
          by: path,
          from: place == 0 ? nil : words[place - 2],
          labels: words[place] == "X" ? ["x"] : []
        )
      }
    }
  }

  /// Takes the path to the mode X, as a walk does.
  private func takePath(in coverage: inout SequenceCoverage) -> [String] {
    var random = ExplorationRandom(seed: 0)
    return coverage.frontier(&random)?.prefix.map(\.name) ?? []
  }

  @Test(arguments: [("S h X", ["h"]), ("S h H i X", ["h", "i"]), ("S h H i I n X", ["a", "g"])])
  func `a path that has worked replaces a probable one that is no shorter`(_ run: String, _ expected: [String]) {
    var coverage = SequenceCoverage()
    record(runsWithShortcut + [run], in: &coverage)
    let path = takePath(in: &coverage)
    #expect(path == expected)
  }

  @Test func `a shorter path to a mode shortens those to all modes behind it`() {
    var coverage = SequenceCoverage()
    record(["S p P q Q r A b B c X", "S a A"], in: &coverage)
    let path = takePath(in: &coverage)
    #expect(path == ["a", "b", "c"])
  }

  @Test func `a probable path is tried once`() {
    var coverage = SequenceCoverage()
    record(runsWithShortcut, in: &coverage)
    let first = takePath(in: &coverage)
    record(["S a A o O"], in: &coverage)
    let second = takePath(in: &coverage)
    #expect(first == ["a", "g"])
    #expect(second == ["e", "f", "k", "g"])
  }

  @Test func `paths to ten thousand modes are kept, and further modes are counted`() {
    var coverage = SequenceCoverage()
    for number in 1...10_001 {
      let labels = number == 10_000 ? ["last"] : number == 10_001 ? ["further"] : []
      coverage.arrive(in: "\(number)", by: [], from: nil, labels: labels)
    }
    coverage.take("last", in: "10000")
    var random = ExplorationRandom(seed: 0)
    let frontier = coverage.frontier(&random)
    #expect(frontier?.label == "last")
    #expect(coverage.modes.count == 10_001)
  }
}
