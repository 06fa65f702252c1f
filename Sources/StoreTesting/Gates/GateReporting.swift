import StoreDependencies
import Synchronization

/// A gate, which reports a wrong answer of the test to the store that the answer was meant for.
///
/// A test and a store that disagree about a call may do so because of an earlier mistake.
protocol GateReporting {
  /// The test that the gate belongs to.
  var test: TestAttribution { get }

  /// The store with the gate's endpoint, if the gate was made by one.
  var store: TestEnvironment? { get }

  /// The store whose effect made the last call; nil without calls of effects.
  var lastCaller: StoreIdentity? { get }
}

extension GateReporting {
  /// Reports a failure to the store that uses the gate, or to the test if that store isn't known.
  func report(_ kind: TestFailure.Kind, _ headline: String, details: String, at site: CallSite) {
    guard !test.isLostHere, let user else { return test.report(kind, headline, details: details, at: site) }
    user.begin(site)
    user.fail(kind, headline, details: details, at: site)
  }

  /// Waits for a call that is still on its way, as a `receive` waits for what it expects.
  ///
  /// - Parameters:
  ///   - site: The line of the answer.
  ///   - hasArrived: Whether the call is there.
  func waitForCall(at site: CallSite, until hasArrived: () -> Bool) async {
    // An exploration decides itself what arrives when.
    guard !test.isLostHere, let user, !user.isEnded, user.order.deliversAtOnce else { return }
    user.begin(site)
    await user.session?.wait(until: hasArrived)
  }

  /// The store that uses the gate: that of the endpoint or of the last call, or else the only one of the test.
  private var user: TestEnvironment? {
    if let known = store ?? lastCaller?.store { return known }
    let all = test.run.stores.compactMap { $0 as? TestEnvironment }
    return all.count == 1 ? all[0] : nil
  }
}

extension Gate: GateReporting {
  var lastCaller: StoreIdentity? { state.withLock(\.lastCaller) }
}

extension StreamGate: GateReporting {
  var lastCaller: StoreIdentity? { state.withLock { $0.streams.last?.store } }
}
