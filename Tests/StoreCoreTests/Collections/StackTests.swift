import Foundation
import StoreCore
import StoreTesting
import Testing

@Suite struct StackTests {
  @Test func `a screen that was popped leaves its id to no other one`() {
    var stack = Stack<String>()
    #expect(stack.isEmpty)
    let first = stack.push("list")
    let second = stack.push("detail")
    #expect(stack.pop() == "detail")
    let third = stack.push("detail")
    #expect(first == 0 && second == 1 && third == 2)
    #expect(stack.ids == [first, third])
    #expect(stack[second] == nil)
    #expect(stack[third] == "detail")
    #expect(stack.pop() == "detail" && stack.pop() == "list" && stack.pop() == nil)
    #expect(stack.push("list") == 3)
  }

  @Test func `pop(from:) removes a screen and those above it, pop(to:) those above it`() {
    let stack: Stack = ["a", "b", "c", "d"]
    var from = stack
    from.pop(from: 2)
    #expect(from.screens == ["a", "b"])
    var to = stack
    to.pop(to: 2)
    #expect(to.screens == ["a", "b", "c"])
    to.pop(to: 9)
    to.pop(from: 9)
    #expect(to.screens == ["a", "b", "c"])
    to.popAll()
    #expect(to.isEmpty && to.count == 0 && to.top == nil)
    #expect(to.push("e") == 4)
  }

  @Test func `the path of a view removes screens, and adds none`() {
    var stack: Stack = ["a", "b", "c"]
    stack.ids = [0, 1]
    #expect(stack.screens == ["a", "b"])
    stack.ids = [0, 1, 2, 7]
    #expect(stack.screens == ["a", "b"])
    stack.ids = []
    #expect(stack.isEmpty)
  }

  @Test func `a screen is changed and removed by its id`() {
    var stack: Stack = ["a", "b", "c"]
    stack[1]? += "!"
    #expect(stack.screens == ["a", "b!", "c"])
    stack[1] = nil
    #expect(stack.ids == [0, 2] && stack.top == "c")
    stack[5] = "f"
    #expect(stack.ids == [0, 2, 5])
    #expect(stack.push("g") == 6)
  }

  @Test func `an id of a popped screen is not used again`() async {
    var stack: Stack = ["a", "b"]
    stack.pop()
    let failures = await recordingFailures { stack[1] = "c" }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(
      failures.first?.headline
        == "Stack<String>: A screen was pushed under the id 1, which a popped screen has had."
    )
    #expect(stack.screens == ["a"])
  }

  @Test func `stacks are equal if their screens and ids are`() {
    var popped: Stack = ["a", "b"]
    popped.pop()
    #expect(popped == ["a"])
    #expect(popped.hashValue == (["a"] as Stack).hashValue)
    popped.push("b")
    #expect(popped != ["a", "b"])
    #expect(popped == [0: "a", 2: "b"])
  }

  @Test func `a stack is coded as its screens`() throws {
    var stack: Stack = ["a", "b", "c"]
    stack[1] = nil
    let data = try JSONEncoder().encode(stack)
    #expect(String(data: data, encoding: .utf8) == #"["a","c"]"#)
    #expect(try JSONDecoder().decode(Stack<String>.self, from: data) == ["a", "c"])
    let ids = try JSONEncoder().encode([stack.ids[1]])
    #expect(try JSONDecoder().decode([ScreenID].self, from: ids) == [2])
  }

  @Test func `a stack is shown as its screens`() {
    let stack: Stack = [0: "a", 3: "b"]
    #expect("\(stack)" == #"["a", "b"]"#)
    #expect(stack.ids.map { "\($0)" } == ["0", "3"])
    #expect(stack.ids.max() == 3)
  }
}
