import StoreCore
import StoreTesting

/// The names of generated tests, in the words of the feature.
enum SuiteNames {
  /// The number of steps that a name tells before the last one, if that makes it different.
  private static let minimum = 2

  /// The greatest number of characters of a value in a name.
  private static let valueLimit = 24

  /// Returns the words of a message's name: `search query changed` for `.search(.queryChanged)`.
  static func words(of name: String) -> String {
    var words = ""
    for character in name.map({ $0.isLetter || $0.isNumber ? $0 : " " }) {
      if character.isUppercase, let last = words.last, last != " ", !last.isUppercase { words.append(" ") }
      words.append(character)
    }
    return words.split(separator: " ").map { $0.contains { $0.isLowercase } ? $0.lowercased() : String($0) }
      .joined(separator: " ")
  }

  /// Returns an input in words, with its payload if that is short: `query changed "swift"`.
  static func words(ofInput input: Any) -> String {
    words(of: MessageName.text(of: input)) + (payload(of: input).map { " \($0)" } ?? "")
  }

  /// Returns an answer in words, with its value if others differ only in it.
  static func words(of answer: OpenAnswer, among others: [OpenAnswer], at gate: String) -> String {
    let (verb, text) = parts(of: answer)
    let isAlone = others.count { parts(of: $0).verb == verb } == 1
    guard !isAlone, !text.isEmpty else { return "\(gate) \(verb)" }
    return "\(gate) \(verb) \(verb == "sends" ? "" : "with ")\(value(text))"
  }

  /// Returns a different name for each way: the step that shows most of what no earlier way shows, after those before it.
  ///
  /// - Parameters:
  ///   - runs: The ways, in the order of their tests.
  ///   - weights: How much each goal is worth.
  static func names(of runs: [SuiteRun], worth weights: [Int]) -> [SuiteName] {
    var shown: Set<Int> = []
    var taken: Set<String> = []
    return runs.map { run in
      let worths = run.stepGoals.map { goals in
        let new = goals.subtracting(shown)
        shown.formUnion(new)
        return new.reduce(0) { $0 + weights[$1] }
      }
      let steps = worths.indices.sorted { (worths[$1], $0) < (worths[$0], $1) }
      let name = name(of: run, preferring: steps, besides: taken)
      taken.insert(name.text)
      return name
    }
  }

  private static func name(of run: SuiteRun, preferring steps: [Int], besides taken: Set<String>) -> SuiteName {
    for length in minimum...max(minimum, run.words.count) {
      for step in steps {
        let name = name(of: run, upTo: step, after: length)
        if !taken.contains(name) { return SuiteName(text: name, step: step) }
      }
    }
    let base = run.words.isEmpty ? "the start" : name(of: run, upTo: run.words.count - 1, after: run.words.count)
    let number = (2...).first { !taken.contains("\(base), again \($0)") } ?? 2
    return SuiteName(text: taken.contains(base) ? "\(base), again \(number)" : base, step: nil)
  }

  /// Returns the name of a way by one of its steps.
  ///
  /// - Parameters:
  ///   - run: The way.
  ///   - step: The step.
  ///   - length: The number of steps before it that the name tells.
  private static func name(of run: SuiteRun, upTo step: Int, after length: Int) -> String {
    let outcome = run.story.indices.contains(step) ? run.story[step].outcome : ""
    let end =
      if !run.changes[step] {
        "\(run.words[step]), which changes nothing"
      } else {
        outcome.isEmpty ? run.words[step] : "\(run.words[step]): \(outcome)"
      }
    let earlier = grouped(run.words[..<step]).suffix(length)
    return earlier.isEmpty ? end : "\(earlier.joined(separator: ", ")), then \(end)"
  }

  /// Returns steps in which repetitions are counted.
  private static func grouped(_ words: ArraySlice<String>) -> [String] {
    var groups: [(word: String, count: Int)] = []
    for word in words {
      if groups.last?.word == word { groups[groups.count - 1].count += 1 } else { groups.append((word, 1)) }
    }
    return groups.map { $0.count == 1 ? $0.word : "\($0.word) (\($0.count) times)" }
  }

  /// Returns a plain value as a part of a name.
  static func short(_ plain: Any) -> String { value(describe(plain, limit: valueLimit)) }

  private static func payload(of value: Any) -> String? {
    if isPlain(type(of: value)) { return short(value) }
    guard case .choice(_, let parts) = ReflectedValue(of: value) else { return nil }
    if parts.count == 1 { return payload(of: parts[0].value) }
    // Of the id of an element and its input, the input tells more.
    let inputs = parts.map(\.value).filter { if case .choice = ReflectedValue(of: $0) { true } else { false } }
    return inputs.count == 1 ? words(ofInput: inputs[0]) : nil
  }

  /// Returns what an answer does, and its value.
  private static func parts(of answer: OpenAnswer) -> (verb: String, value: String) {
    let words = answer.participle.split(separator: " ", maxSplits: 1).map(String.init)
    let value = words.count > 1 ? words[1] : ""
    switch words[0] {
    case "returning": return ("answers", value)
    case "throwing", "failing": return ("fails", value)
    case "yielding": return ("sends", value)
    case "finishing", "ending": return ("ends", "")
    default: return ("never answers", "")
    }
  }

  /// Returns a value without what can't be in a name between backticks.
  private static func value(_ text: String) -> String {
    let plain = text.filter { !"`\\\n\r".contains($0) }
    return plain.count > valueLimit ? plain.prefix(valueLimit) + "…" : plain
  }
}

/// The name of a generated test.
struct SuiteName {
  let text: String

  /// The step that it tells; nil if it tells none more than others.
  let step: Int?
}
