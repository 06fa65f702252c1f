import TestSupport
import Testing

@testable import StoreTesting

/// The line that a failure suggests for a listener, so that what the test expects happens.
@Suite struct StreamListenerTests {
  /// An element without an initialiser of its own.
  struct Letter { let id: Int }

  /// Returns the line for a listener behind some others.
  private func line<Element: Sendable, Failure: Error>(
    _ element: Element.Type,
    _ failure: Failure.Type,
    expecting expected: Any? = nil,
    behind count: Int = 0
  ) -> String? {
    let gate = StreamGate<Bool, Element, Failure>("gate")
    let streams = (0...count).map { _ in gate(true) }
    defer { withExtendedLifetime(streams) {} }
    return gate.listeners.last?.answer(on: "gate", expected: expected)
  }

  @Test func `an expected element is yielded, and an expected error fails the stream`() {
    #expect(line(Int.self, Never.self, expecting: 5) == "await gate.yield(5)")
    #expect(line(Int.self, Never.self, expecting: 5, behind: 2) == "await gate.yield(5, skipping: 2)")
    #expect(line(Int.self, SocketError.self, expecting: SocketError.lost) == "await gate.fail(with: .lost)")
    #expect(line(Void.self, SocketError.self, expecting: SocketError.lost) == "await gate.fail(with: .lost)")
  }

  @Test func `an error that the stream can't throw is passed over`() {
    let expected = (SocketError.lost, SaveError())
    #expect(line(Int.self, SocketError.self, expecting: expected) == "await gate.fail(with: .lost)")
    #expect(line(Int.self, Never.self, expecting: SaveError()) == "await gate.yield(0)")
  }

  @Test func `without an expected value, the element is a placeholder`() {
    #expect(line(Void.self, Never.self) == "await gate.yield()")
    #expect(line(String.self, Never.self) == #"await gate.yield("")"#)
    #expect(line(String.self, Never.self, behind: 1) == #"await gate.yield("", skipping: 1)"#)
  }

  @Test func `an element that is written with an assumption is yielded`() {
    let line = line(Letter.self, Never.self, expecting: Letter(id: 1))
    #expect(line?.hasPrefix("await gate.yield(") == true)
    #expect(line?.hasSuffix("Letter(id: 1))") == true)
  }
}
