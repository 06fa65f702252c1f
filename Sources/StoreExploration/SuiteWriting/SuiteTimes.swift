import StoreCore
import StoreTesting

/// The times of a written test.
enum SuiteTimes {
  /// Returns the steps of a test with an assertion of each deadline in place of an advance that could be longer than needed.
  static func exact<Feature: Reducer>(
    _ parts: [[String]],
    _ passes: [(duration: Duration, isExact: Bool)],
    _ session: TestSession<Feature>
  ) -> [[String]] where Feature.State: Equatable {
    var passes = passes[...]
    func exact(_ line: String) -> [String] {
      var total = Duration.zero
      for (offset, pass) in passes.enumerated() {
        total += pass.duration
        guard session.advance(by: total) == line else { continue }
        let parts = passes.prefix(offset + 1)
        passes = passes.dropFirst(offset + 1)
        guard parts.allSatisfy(\.isExact) else { return [line] }
        return parts.map { part in
          let text = SourceWriter().source(of: part.duration, declared: Duration.self).text
          return
            "#expect(await \(line.contains("store.clock") ? "store." : "")clock.advanceToNextDeadline() == \(text))"
        }
      }
      return [line]
    }
    return parts.map { $0.flatMap(exact) }
  }
}
