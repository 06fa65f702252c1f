import StoreCore
import Synchronization

extension InFlightEffects {
  /// The effects, in the order in which they started.
  package var ledger: [LedgerEntry] {
    mapWaits { effect, account, wait in (effect.token, EffectSnapshot(of: effect, account, waitingFor: wait)) }
  }

  /// The waits of the effects, in the order in which they started.
  ///
  /// Performance: a snapshot has texts, which an exploration doesn't need after each step.
  package var waits: [EffectWait] {
    mapWaits { effect, _, wait in
      EffectWait(
        token: effect.token,
        origin: effect.record.origin,
        wait: wait,
        feedbackCount: effect.record.feedbackCount
      )
    }
  }

  private func mapWaits<Result>(_ make: (InFlightEffect, EffectAccount, EffectSnapshot.Wait) -> Result) -> [Result] {
    let accounts = inOrder
    return accounts.map { effect, account in
      let awaited = account.suspensions.isEmpty ? account.awaited : nil
      let other = awaited.flatMap { id in accounts.first { $0.effect.token.id == id }?.effect }
      return make(effect, account, EffectSnapshot.Wait(of: effect, account, awaiting: other))
    }
  }

  /// The calls that wait, in the order in which their effects started.
  var waitingCalls: [any WaitingCall] { inOrder.flatMap(\.account.calls) }

  private var inOrder: [(effect: InFlightEffect, account: EffectAccount)] {
    accounts.compactMap { account in account.effect.map { ($0, account) } }
      .sorted { $0.effect.token.id < $1.effect.token.id }
  }
}

extension EffectSnapshot {
  /// Takes the snapshot of an effect.
  fileprivate init(of effect: InFlightEffect, _ account: EffectAccount, waitingFor wait: Wait) {
    let record = effect.record
    let description = record.token.description
    let activity = account.activity
    self.init(
      name: description.name,
      label: description.title,
      payload: description.payload,
      message: record.origin.text,
      isFirst: record.origin.message == nil,
      createdAt: description.site,
      startedAt: effect.startedAt,
      startedBy: record.token.group.site,
      waitingOn: wait,
      cancelledBy: record.canceller?.text,
      isCancelled: record.token.isCancelled,
      lastDependency: effect.lastDependency.withLock(\.self).map { "\($0)" },
      feedbackCount: record.feedbackCount,
      hasReturned: account.operation == .returned,
      isHeld: account.isSuspended,
      hasTasks: account.lifetime != nil || !account.suspensions.isEmpty,
      realSleep: wait == .outside ? activity.sleep : nil,
      waitsForActor: wait == .outside && activity == .runnable
    )
  }
}

extension EffectSnapshot.Wait {
  /// The wait of an effect.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - account: Its account.
  ///   - other: The effect whose task it waits for, if known.
  fileprivate init(of effect: InFlightEffect, _ account: EffectAccount, awaiting other: InFlightEffect?) {
    self =
      if let sleep = account.nextSleep {
        .sleep(until: sleep.deadline, in: sleep.clock.now.duration(to: sleep.deadline))
      } else if !account.calls.isEmpty {
        Self(for: account.calls)
      } else if !account.sources.isEmpty {
        .change(of: shortened(account.sources, to: 4).joined(separator: "', '"))
      } else if let other {
        .task(of: other.token.description.title)
      } else if effect.token.isCancelled {
        .cancellation
      } else {
        .outside
      }
  }

  /// The wait for some calls: only for those that the test can answer, if any, and for streams only without others.
  fileprivate init(for calls: [any WaitingCall]) {
    let open = calls.filter { !$0.isLeftUnanswered }
    let single = open.filter { !$0.isStream }
    let names = (!single.isEmpty ? single : open.isEmpty ? calls : open).map { "\($0)" }
    let text = shortened(names, to: 4).joined(separator: "', '")
    self = single.isEmpty && !open.isEmpty ? .stream(text) : .call(text, hangs: open.isEmpty)
  }
}

extension EffectAccount {
  /// The sleep that ends first, if the effect sleeps.
  fileprivate var nextSleep: (clock: TestClock, deadline: TestClock.Instant)? {
    let sleeps = suspensions.compactMap { suspension -> (clock: TestClock, deadline: TestClock.Instant, number: Int)? in
      guard case .sleep(let deadline, let clock) = suspension.reason else { return nil }
      return (clock, deadline, suspension.number)
    }
    return sleeps.min { ($0.deadline, $0.number) < ($1.deadline, $1.number) }.map { ($0.clock, $0.deadline) }
  }

  /// The waiting calls, oldest first.
  fileprivate var calls: [any WaitingCall] {
    suspensions.compactMap { if case .call(let call) = $0.reason { call } else { nil } }
  }

  /// The sources for whose changes the effect waits, as text.
  fileprivate var sources: [String] {
    suspensions.compactMap { if case .change(let source) = $0.reason { source } else { nil } }
  }

  /// The activity of the operation's task, if the effect has no known suspension.
  package var activity: TaskActivity {
    guard suspensions.isEmpty, operation != .returned, let task else { return .unknown }
    return Runtime.activity(of: task)
  }
}
