import Testing

@testable import StoreExploration

/// Modes that only inputs end, in facts that are made by hand.
@Suite struct EndlessModesTests {
  struct Job: Identifiable { let (id, isRunning): (Int, Bool) }

  struct Jobs { let jobs: [Job] }

  @Test(arguments: [(true, ["nothing ends jobs[id: 1].isRunning but an input"]), (false, [])])
  func `an element is stuck in a mode that begins with its work, and not in one in which it arrives`(
    wasThere: Bool,
    complaints: [String]
  ) {
    let (idle, busy) = (Job(id: 1, isRunning: false), Job(id: 1, isRunning: true))
    let facts = PromiseFacts(
      by: [
        .init(of: Jobs(jobs: wasThere ? [idle] : []), running: ["load"]),
        .init(of: Jobs(jobs: [busy]), running: ["run"]), .init(of: Jobs(jobs: [idle])), .init(of: Jobs(jobs: [busy])),
      ],
      [
        .byEffect("load", 0, 1, starting: ["run"], survivors: [nil]), .byEffect("run", 1, 2, survivors: [nil]),
        .byInput(".stop", 1, 3, cancelling: ["run"]),
      ]
    )
    #expect(EndlessModes().candidates(in: facts).map(\.complaint) == complaints)
  }
}
