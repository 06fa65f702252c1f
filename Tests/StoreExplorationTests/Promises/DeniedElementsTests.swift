import Testing

@testable import StoreExploration

/// Which messages count as failed though they have been delivered, in the facts of rooms that are made by hand.
@Suite struct DeniedElementsTests {
  enum Status { case sending, delivered, failed }

  struct Room { let messages: [Status] }

  enum Place {
    case home(shared: Room)
    case office(Room)

    init(isHome: Bool, _ status: Status) {
      let room = Room(messages: [status])
      self = isHome ? .home(shared: room) : .office(room)
    }
  }

  /// Returns the complaints about a message in one of two places, in the other of which no message is known to fail.
  ///
  /// - Parameters:
  ///   - effect: The effect whose failure ends that the message is delivered.
  ///   - others: Other steps.
  ///   - isHome: Whether the place is the home.
  private func complaints(
    _ effect: String,
    _ others: [PromiseFacts.Step],
    isHome: Bool = true
  ) -> [String] {
    func place(_ status: Status, running: [String] = ["watch"], isOther: Bool = false) -> PromiseFacts.Situation {
      PromiseFacts.Situation(of: Place(isHome: isHome != isOther, status), running: running)
    }
    let steps: [PromiseFacts.Step] = [
      .byEffect("watch", 0, 1, isElement: true), .byEffect("watch", 3, 4, isElement: true),
      .byEffect(effect, 1, 2, isFailure: true),
    ]
    let facts = PromiseFacts(
      by: [
        place(.sending), place(.delivered), place(.failed), place(.sending, isOther: true),
        place(.delivered, running: [], isOther: true), place(.delivered, running: []),
      ],
      steps + others
    )
    return DeniedElements().candidates(in: facts).map(\.complaint)
  }

  @Test(
    arguments: [
      ("sync", [.byEffect("sync", 0, 2, isFailure: true)], true),
      // It fails nowhere else, or an input delivers as well.
      ("sync", [], false), ("sync", [.byEffect("sync", 0, 2, isFailure: true), .byInput("mark", 3, 4)], false),
      // Elsewhere a failure doesn't end the sending, or an input does.
      ("sync", [.byEffect("sync", 0, 0, isFailure: true)], false), ("sync", [.byInput("mark", 0, 2)], false),
      // The stream that delivers may say otherwise, unless it is ended where all is delivered.
      ("watch", [.byEffect("watch", 0, 2, isFailure: true)], false),
      ("watch", [.byEffect("watch", 0, 2, isFailure: true), .byEffect("watch", 1, 5, isElement: true)], true),
    ] as [(String, [PromiseFacts.Step], Bool)]
  )
  func `a failure denies what is delivered if it tells of something else`(
    effect: String,
    others: [PromiseFacts.Step],
    isDenied: Bool
  ) {
    let denials = isDenied ? ["a failed \(effect) ends state.home(shared).messages[0] == .delivered"] : []
    #expect(complaints(effect, others) == denials)
  }

  @Test(arguments: [(true, "state.home(shared)"), (false, "state.office(0)")])
  func `a message is denied in whichever case of an enum it fails`(isHome: Bool, place: String) {
    let denials = complaints("sync", [.byEffect("sync", 0, 2, isFailure: true)], isHome: isHome)
    #expect(denials == ["a failed sync ends \(place).messages[0] == .delivered"])
  }
}
