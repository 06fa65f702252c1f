import Foundation
import StoreCore
import Testing

@Suite struct MessageTests {
  /// A message of numbers.
  private typealias Numbers = Message<Int, Int>

  @Test("an input is never equal to a feedback, however alike they are")
  func equality() {
    #expect(Numbers.input(1) == .input(1))
    #expect(Numbers.feedback(1) == .feedback(1))
    #expect(Numbers.input(1) != .feedback(1))
    #expect(Numbers.input(1) != .input(2))
  }

  @Test("where inputs and feedback are of one type, the action is either")
  func action() {
    #expect(Numbers.input(1).action == 1)
    #expect(Numbers.feedback(2).action == 2)
  }

  @Test("messages can be members of a set")
  func hashing() {
    let messages: Set<Numbers> = [.input(1), .feedback(1), .input(1)]
    #expect(messages.count == 2)
  }

  @Test("messages can be written down and read again", arguments: [Numbers.input(1), .feedback(2)])
  private func coding(_ message: Numbers) throws {
    let data = try JSONEncoder().encode(message)
    #expect(try JSONDecoder().decode(Numbers.self, from: data) == message)
  }

  @Test("a message may have values that aren't Equatable")
  func incomparable() {
    let message = Message<@Sendable () -> Int, Never>.input { 3 }
    guard case .input(let number) = message else { return }
    #expect(number() == 3)
  }
}
