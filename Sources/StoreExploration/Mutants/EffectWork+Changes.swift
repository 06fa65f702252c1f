import StoreCore
import StoreTesting
import Synchronization

extension EffectWork {
  /// Returns work with the same description that runs another operation instead.
  ///
  /// - Parameter operation: The operation, which sends the feedback of the store's feature. It may run this work.
  func replacing(_ operation: @escaping Operation) -> EffectWork {
    EffectWork(description: description, priority: priority, operation: operation, handler: nil, onStart: onStart)
  }

  /// Returns the work with each feedback delivered a number of times.
  ///
  /// - Parameter times: Returns the number of deliveries of a feedback.
  func repeating(_ times: @escaping @Sendable (any Sendable) -> Int) -> EffectWork {
    replacing { receiver in try await self.run(for: RepeatingReceiver(receiver, times: times)) }
  }

  /// Returns the work with another fate of the first element that it reads at a gate.
  func givingFirstElement(_ fate: ElementFate) -> EffectWork {
    replacing { receiver in
      try await Hooks.$elementJudge.withValue(FirstElement(fate)) { try await self.run(for: receiver) }
    }
  }

  /// The work, which throws an error at once.
  var failing: EffectWork {
    EffectWork(
      description: description,
      priority: priority,
      operation: { _ in throw MutantError() },
      handler: handler,
      path: path
    )
  }

  /// The work, which ignores its errors.
  var ignoringErrors: EffectWork {
    EffectWork(
      description: description,
      priority: priority,
      operation: operation,
      handler: { _, _ in },
      path: path,
      onStart: onStart
    )
  }
}

/// A judge that gives the first element another fate.
private final class FirstElement: ElementJudge {
  private let fate: ElementFate
  private let count = Atomic(0)

  init(_ fate: ElementFate) { self.fate = fate }

  func fateOfNext() -> ElementFate { count.add(1, ordering: .relaxed).oldValue == 0 ? fate : .taken }
}

/// The error that an effect throws in a mutant.
struct MutantError: Error, Equatable {}

/// A receiver that delivers each feedback a number of times.
final class RepeatingReceiver: FeedbackReceiver {
  private let base: any FeedbackReceiver

  /// Returns the number of deliveries of a feedback.
  private let times: @Sendable (any Sendable) -> Int

  init(_ base: any FeedbackReceiver, times: @escaping @Sendable (any Sendable) -> Int) {
    self.base = base
    self.times = times
  }

  var isCancelled: Bool { base.isCancelled }

  func makeLease() -> SenderLease? { base.makeLease() }

  func receive(_ feedback: any Sendable) async {
    for _ in 0..<times(feedback) { await base.receive(feedback) }
  }
}
