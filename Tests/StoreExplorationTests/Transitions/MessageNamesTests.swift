import StoreCore
import Testing

@testable import StoreExploration

/// The names of messages in reports.
@Suite struct MessageNamesTests {
  private enum Reply: Sendable { case load, loaded(Result<Int, LoaderError>) }

  private enum Parent: Sendable { case child(Sealed<Reply>), refused(Sealed<Refusal>) }

  private enum Refusal: Error { case busy }

  private indirect enum Chain: Sendable { case end, link(Chain) }

  @Test func `the name of a child's feedback is that of its content`() {
    #expect(MessageName.text(of: Message<Never, Parent>.feedback(.child(Sealed(.load)))) == ".feedback(.child(.load))")
  }

  @Test func `an error is no part of a name, not even as the feedback of a child`() {
    #expect(MessageName.text(of: Parent.refused(Sealed(.busy))) == ".refused")
  }

  @Test func `a message that isn't an enum is named by up to forty characters, or else by its type`() {
    let names = [38, 39].map { MessageName.text(of: Sealed(String(repeating: "a", count: $0))) }
    #expect(names == ["\"\(String(repeating: "a", count: 38))\"", "String"])
  }

  @Test(arguments: [
    (0, ".end"), (1, ".link(.end)"), (4, ".link(.link(.link(.link(.end))))"),
    (5, ".link(.link(.link(.link(.link))))"), (6, ".link(.link(.link(.link(.link))))"),
  ])
  func `a name has at most four nested enums`(count: Int, name: String) {
    let chain = (0..<count).reduce(Chain.end) { chain, _ in .link(chain) }
    #expect(MessageName.text(of: chain) == name)
  }

  @Test func `a feedback shows which results the inputs of its type may have`() {
    let names = MessageNames([Message<Reply, Reply>.feedback(.loaded(.success(1)))])
    #expect(names.unseen == [".input(.load)", ".input(.loaded(.failure))"])
  }
}
