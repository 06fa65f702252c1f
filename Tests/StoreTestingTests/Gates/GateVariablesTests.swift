import Testing

@testable import StoreTesting

@Suite struct GateVariablesTests {
  private let answer = AnswerScript(GateAnswer<Void, Never>.never, Void.self)

  @Test(arguments: [
    ("load", "load"), ("client.save name", "clientSaveName"), ("load_all.pages", "load_allPages"), ("_load", "_load"),
    ("load2", "load2"), ("2load", "gate1"), ("?!", "gate1"), ("store", "gate1"), ("for", "gate1"),
  ])
  func `a gate's variable has the words of its name, or else a number`(gate: String, variable: String) {
    var variables = GateVariables()
    let lines = variables.lines(for: answer, at: gate, position: 0)
    #expect(
      lines == [
        "let \(variable) = store.gate(\"\(gate)\", as: Gate<Void, Void, Never>.self)", "\(variable).leaveUnanswered()",
      ]
    )
  }

  @Test func `each gate has a variable of its own, which is declared once`() {
    var variables = GateVariables()
    let lines = ["load page", "load.page", "load page"].flatMap { variables.lines(for: answer, at: $0, position: 0) }
    #expect(
      lines == [
        "let loadPage = store.gate(\"load page\", as: Gate<Void, Void, Never>.self)", "loadPage.leaveUnanswered()",
        "let gate2 = store.gate(\"load.page\", as: Gate<Void, Void, Never>.self)", "gate2.leaveUnanswered()",
        "loadPage.leaveUnanswered()",
      ]
    )
  }
}
