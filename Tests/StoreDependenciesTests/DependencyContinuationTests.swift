import StoreDependencies
import Testing

@Suite struct DependencyContinuationTests {
  @Dependency(\.number) private var number

  @Test func `a detached task sees the dependencies only through a continuation`() async {
    let seen = await withDependencies {
      $0.number = 10
    } operation: {
      await withEscapedDependencies { dependencies in
        await Task.detached {
          let without = number
          let within = dependencies.yield { number }
          let later = await dependencies.yield {
            await Task.yield()
            return number
          }
          return [without, within, later]
        }.value
      }
    }
    #expect(seen == [3, 10, 10])
  }

  @Test func `a continuation stays in its scope, even without an earlier scope`() {
    let tallies = withEscapedDependencies { dependencies in
      [dependencies.yield { DependencyValues.current.tally }, dependencies.yield { DependencyValues.current.tally }]
    }
    #expect(tallies[0] === tallies[1])
  }
}
