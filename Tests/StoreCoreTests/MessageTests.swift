import Foundation
import StoreCore
import Testing

@Suite struct MessageTests {
  private typealias Numbers = Message<Int, Int>

  @Test("an input never equals a feedback with the same value")
  func equality() {
    #expect(Numbers.input(1) == .input(1))
    #expect(Numbers.feedback(1) == .feedback(1))
    #expect(Numbers.input(1) != .feedback(1))
    #expect(Numbers.input(1) != .input(2))
  }

  @Test("a message has one action if inputs and feedback have the same type")
  func action() {
    #expect(Numbers.input(1).action == 1)
    #expect(Numbers.feedback(2).action == 2)
  }

  @Test("messages are hashable")
  func hashing() {
    let messages: Set<Numbers> = [.input(1), .feedback(1), .input(1)]
    #expect(messages.count == 2)
  }

  @Test("messages are encoded and decoded", arguments: [Numbers.input(1), .feedback(2)])
  private func coding(_ message: Numbers) throws {
    let data = try JSONEncoder().encode(message)
    #expect(try JSONDecoder().decode(Numbers.self, from: data) == message)
  }

  @Test("a message can have values that aren't Equatable")
  func incomparable() {
    let message = Message<@Sendable () -> Int, Never>.input { 3 }
    guard case .input(let number) = message else { return }
    #expect(number() == 3)
  }
}
