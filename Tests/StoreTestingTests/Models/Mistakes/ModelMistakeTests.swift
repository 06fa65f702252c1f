import StoreTesting
import TestSupport
import Testing

/// Right and wrong tests of models: right ones pass, and each mistake is one failure, at its line.
@MainActor
@Suite struct ModelMistakeTests {
  @Test(arguments: ModelTest.allCases, [Exhaustivity.strict, .on, .observable, .off])
  func `a test without a mistake passes`(test: ModelTest, level: Exhaustivity) async {
    let script = test.script
    #expect(await script.run(script.steps.indices.map(ModelLine.step), level).map(\.headline) == [])
  }

  @Test(arguments: ModelTest.allCases)
  func `a test may settle anywhere, and needs no end`(test: ModelTest) async {
    let script = test.script
    let right = script.steps.indices.map(ModelLine.step)
    for index in sample(Array(right.indices), every: 3) {
      #expect(await script.run(right.inserting(.settle, at: index), .on).map(\.headline) == [])
    }
    #expect(await script.run(right.dropLast(), .on).map(\.headline) == [])
  }

  @Test(arguments: ModelTest.allCases)
  func `each mistake is one failure, at its line`(test: ModelTest) async {
    let script = test.script
    for mistake in ModelMistake.all(in: script) {
      let failures = await script.run(mistake.lines, mistake.level)
      let found = failures.map { "\($0.line): \($0.kind)" }
      let texts = failures.map(\.headline).joined(separator: "\n  ")
      #expect(found == ["\(mistake.line): \(mistake.kind)"], "\(mistake.name): \(mistake.lines)\n  \(texts)")
    }
  }

  @Test func `the mistakes are more than two hundred, of ten kinds`() {
    let mistakes = ModelTest.allCases.flatMap { ModelMistake.all(in: $0.script) }
    #expect(mistakes.count > 200)
    #expect(Set(mistakes.map(\.kind)).count == 10)
  }
}
