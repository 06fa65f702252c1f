import Foundation
import StoreCore
import Testing

@Suite struct MessageTests {
  private typealias Numbers = Message<Int, Int>

  @Test func `an input never equals a feedback with the same value`() {
    #expect(Numbers.input(1) == .input(1))
    #expect(Numbers.feedback(1) == .feedback(1))
    #expect(Numbers.input(1) != .feedback(1))
    #expect(Numbers.input(1) != .input(2))
  }

  @Test func `a message has one action if inputs and feedback have the same type`() {
    #expect(Numbers.input(1).action == 1)
    #expect(Numbers.feedback(2).action == 2)
  }

  @Test func `messages are hashable`() {
    let messages: Set<Numbers> = [.input(1), .feedback(1), .input(1)]
    #expect(messages.count == 2)
  }

  @Test(arguments: [Numbers.input(1), .feedback(2)])
  private func `messages are encoded and decoded`(_ message: Numbers) throws {
    let data = try JSONEncoder().encode(message)
    #expect(try JSONDecoder().decode(Numbers.self, from: data) == message)
  }

  @Test func `a message can have values that aren't Equatable`() {
    let message = Message<@Sendable () -> Int, Never>.input { 3 }
    guard case .input(let number) = message else { return }
    #expect(number() == 3)
  }
}
