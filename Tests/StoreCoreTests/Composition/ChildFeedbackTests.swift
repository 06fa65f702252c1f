import StoreCore
import StoreTesting
import Testing

@Suite struct ChildFeedbackTests {
  @Test func `a sealed value has the description of its content, and equals sealed values with equal content`() {
    let feedback = ChildFeedback<Child>.feedback(.heard("a"))
    #expect(feedback == .feedback(.heard("a")))
    #expect(feedback != .feedback(.heard("b")))
    #expect(feedback != .output(.word("a")))
    guard case .feedback(let sealed) = feedback else {
      Issue.record("\(feedback) is not the child's own.")
      return
    }
    #expect("\(sealed)" == "heard(\"a\")")
    #expect(String(reflecting: sealed) == "StoreCoreTests.Child.Feedback.heard(\"a\")")
    #expect(Mirror(reflecting: sealed).children.first?.value as? String == "a")
    #expect(Set([sealed, Sealed(.heard("a"))]).count == 1)
  }

  @Test func `a child receives the same message from its sealed form`() {
    let input: Message<Child.Input, Child.Feedback> = ChildMessage<Child>.input(.note("a")).opened()
    #expect(input == .input(.note("a")))
    let feedback: Message<Child.Input, Child.Feedback> = ChildMessage<Child>.feedback(Sealed(.heard("a"))).opened()
    #expect(feedback == .feedback(.heard("a")))
  }
}
