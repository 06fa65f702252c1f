// What the articles import and Linux doesn't have, as far as their view models use it.

import Foundation

protocol ObservableObject: AnyObject {}

/// A property that tells its new value before it has it, as Combine's does.
@propertyWrapper
struct Published<Value> {
  final class Publisher {
    fileprivate var value: Value

    private var subscribers: [(Value) -> Void] = []

    fileprivate init(_ value: Value) { self.value = value }

    func sink(_ receive: @escaping (Value) -> Void) {
      receive(value)
      subscribers.append(receive)
    }

    fileprivate func set(_ value: Value) {
      for subscriber in subscribers { subscriber(value) }
      self.value = value
    }
  }

  let projectedValue: Publisher

  init(wrappedValue: Value) { projectedValue = Publisher(wrappedValue) }

  var wrappedValue: Value {
    get { projectedValue.value }
    nonmutating set { projectedValue.set(newValue) }
  }
}

/// The assertions of the articles' code that have failed. They would end the process of the tests.
@MainActor var failedAssertions: [String] = []

@MainActor
func assertionFailure(_ message: String) { failedAssertions.append(message) }

/// A channel whose `send` waits until a consumer takes the element, or until its task is cancelled.
final class AsyncChannel<Element: Sendable>: AsyncSequence, @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [(id: Int, element: Element, sent: CheckedContinuation<Void, Never>)] = []
  private var consumers: [CheckedContinuation<Element?, Never>] = []
  private var lastID = 0

  init() {}

  func send(_ element: Element) async {
    let id = lock.withLock {
      lastID += 1
      return lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { sent in
        let consumer: CheckedContinuation<Element?, Never>? = lock.withLock {
          if !consumers.isEmpty { return consumers.removeFirst() }
          if !Task.isCancelled { elements.append((id, element, sent)) }
          return nil
        }
        if consumer != nil || Task.isCancelled { sent.resume() }
        consumer?.resume(returning: element)
      }
    } onCancel: {
      let sent = lock.withLock {
        elements.firstIndex { $0.id == id }.map { elements.remove(at: $0).sent }
      }
      sent?.resume()
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(channel: self) }

  struct Iterator: AsyncIteratorProtocol {
    let channel: AsyncChannel

    mutating func next() async -> Element? {
      let channel = channel
      return await withCheckedContinuation { consumer in
        let first = channel.lock.withLock {
          () -> (id: Int, element: Element, sent: CheckedContinuation<Void, Never>)? in
          if !channel.elements.isEmpty { return channel.elements.removeFirst() }
          channel.consumers.append(consumer)
          return nil
        }
        first?.sent.resume()
        if let first { consumer.resume(returning: first.element) }
      }
    }
  }
}
