/// The names of generated tests, in the words of the feature.
enum SuiteNames {
  /// The greatest number of steps that a name tells.
  private static let limit = 4

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

  /// Returns a different name for each way.
  static func names(of runs: [SuiteRun]) -> [String] {
    var counts: [String: Int] = [:]
    return runs.map { run in
      let name = name(of: run)
      counts[name, default: 0] += 1
      return counts[name] == 1 ? name : "\(name), way \(counts[name] ?? 0)"
    }
  }

  private static func name(of run: SuiteRun) -> String {
    guard let last = run.words.last else { return "the start" }
    let earlier = grouped(run.words.dropLast())
    let path = (earlier.count < limit ? [] : ["…"]) + earlier.suffix(limit - 1)
    let end = run.hasLastChange ? last : "\(last), which changes nothing"
    return path.isEmpty ? end : "\(path.joined(separator: ", ")), then \(end)"
  }

  /// Returns steps in which repetitions are counted.
  private static func grouped(_ words: ArraySlice<String>) -> [String] {
    var groups: [(word: String, count: Int)] = []
    for word in words {
      if groups.last?.word == word { groups[groups.count - 1].count += 1 } else { groups.append((word, 1)) }
    }
    return groups.map { $0.count == 1 ? $0.word : "\($0.word) \($0.count) times" }
  }
}
