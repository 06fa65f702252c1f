// What the articles import and Linux doesn't have, as far as their view models use it.

import Foundation

protocol ObservableObject: AnyObject {}

@propertyWrapper
struct Published<Value> {
  var wrappedValue: Value
}

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
