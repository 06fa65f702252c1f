// The subjects that the article's stores take from Combine, which Linux doesn't have. A sequence of a subject's values asks
// for one value with each `next()`. What comes meanwhile is lost, or replaced by what comes next.

import Foundation

/// One reader of a subject's values.
final class Subscription<Output>: @unchecked Sendable {
  private let lock = NSLock()

  /// Whether a value that no reader asks for is kept until another one comes.
  private let keepsLatest: Bool

  private let isDuplicate: (Output, Output) -> Bool

  private var kept: Output?

  private var last: Output?

  private var waiting: CheckedContinuation<Output?, Never>?

  init(current: Output?, keepsLatest: Bool, isDuplicate: @escaping (Output, Output) -> Bool) {
    kept = current
    self.keepsLatest = keepsLatest
    self.isDuplicate = isDuplicate
  }

  func receive(_ output: Output) {
    lock.lock()
    if keepsLatest { kept = output }
    guard let continuation = waiting, isNew(output) else { return lock.unlock() }
    kept = nil
    last = output
    waiting = nil
    lock.unlock()
    continuation.resume(returning: output)
  }

  private func isNew(_ output: Output) -> Bool { last.map { !isDuplicate($0, output) } ?? true }

  func next() async -> Output? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait(with: $0) }
    } onCancel: {
      stop()
    }
  }

  private func wait(with continuation: CheckedContinuation<Output?, Never>) {
    lock.lock()
    if Task.isCancelled {
      lock.unlock()
      return continuation.resume(returning: nil)
    }
    guard let output = kept, isNew(output) else {
      waiting = continuation
      return lock.unlock()
    }
    kept = nil
    last = output
    lock.unlock()
    continuation.resume(returning: output)
  }

  private func stop() {
    lock.lock()
    let continuation = waiting
    waiting = nil
    lock.unlock()
    continuation?.resume(returning: nil)
  }
}

/// The values of a subject as a sequence.
struct AsyncPublisher<Output>: AsyncSequence {
  typealias Element = Output

  fileprivate let subscribe: () -> Subscription<Output>

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: Subscription<Output>

    mutating func next() async -> Output? { await subscription.next() }
  }

  func makeAsyncIterator() -> Iterator { Iterator(subscription: subscribe()) }
}

/// A subject without a current value.
final class PassthroughSubject<Output, Failure: Error> {
  private var subscriptions: [Subscription<Output>] = []

  init() {}

  func send(_ output: Output) {
    for subscription in subscriptions { subscription.receive(output) }
  }

  var values: AsyncPublisher<Output> {
    AsyncPublisher {
      let subscription = Subscription<Output>(current: nil, keepsLatest: false) { _, _ in false }
      self.subscriptions.append(subscription)
      return subscription
    }
  }
}

/// A subject with a current value.
final class CurrentValueSubject<Output, Failure: Error> {
  fileprivate var value: Output

  fileprivate var subscriptions: [Subscription<Output>] = []

  init(_ value: Output) { self.value = value }

  func send(_ output: Output) {
    value = output
    for subscription in subscriptions { subscription.receive(output) }
  }

  func removeDuplicates() -> RemovedDuplicates<Output, Failure> where Output: Equatable {
    RemovedDuplicates(subject: self)
  }
}

/// A subject whose equal values in a row count as one.
struct RemovedDuplicates<Output: Equatable, Failure: Error> {
  fileprivate let subject: CurrentValueSubject<Output, Failure>

  var values: AsyncPublisher<Output> {
    AsyncPublisher { [subject] in
      let subscription = Subscription(current: subject.value, keepsLatest: true, isDuplicate: ==)
      subject.subscriptions.append(subscription)
      return subscription
    }
  }
}
