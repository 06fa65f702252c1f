import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

@Suite struct ModelLimitsTests {
  private func limits(_ change: (inout SurroundingsRecord) -> Void) -> ModelLimits {
    var record = SurroundingsRecord()
    change(&record)
    return ModelLimits(of: Int.self, record)
  }

  private let place = SurroundingsRecord.Place(mode: "", step: 0, site: CallSite())

  @Test func `the answers, elements and pauses of any test are changed`() {
    let reached = [
      limits { $0.elements = [.init(gate: "events", canThrow: false, place: place)] },
      limits { $0.sleeps = [.init(duration: .seconds(1), place: place)] },
      limits {
        $0.answers = [
          .init(gate: "load", isAtOnce: false, result: 1, isFailure: false, canThrow: false, place: place)
        ]
      },
    ]
    #expect(reached.map(\.lines.count) == [3, 3, 3])
    for first in reached.indices {
      var all = reached[first]
      for other in reached.indices where other != first { all.formUnion(reached[other]) }
      #expect(all.lines == ["the code of Int itself, such as its conditions and what it cancels"])
    }
  }
}
