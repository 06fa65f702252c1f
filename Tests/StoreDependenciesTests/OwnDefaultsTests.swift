import StoreDependencies
import Testing

@Suite struct OwnDefaultsTests {
  @Test func `code outside a test keeps the defaults that a model has used, from any caller`() async {
    let isKept = await Task.detached {
      @Dependency(\.tally) var tally
      let before = tally
      let after = withDependencies {
        $0.number = 1
      } operation: {
        tally
      }
      return after === before
    }
    .value
    #expect(isKept)
  }

  @Test func `each store of a test begins with defaults of its own`() {
    #expect(DependencyValues.aroundStore.tally !== DependencyValues.aroundStore.tally)
  }

  @Test func `a repeated test has its overrides, and new defaults each time`() async {
    await withDependencies { values in
      await Task.yield()
      values.number = 10
    } operation: {
      var tallies = [DependencyValues.current.tally]
      for _ in 1...2 {
        let (number, tally) = await DependencyValues.withOwnDefaults {
          await Task.yield()
          return (DependencyValues.current.number, DependencyValues.current.tally)
        }
        #expect(number == 10)
        #expect(tallies.allSatisfy { $0 !== tally })
        tallies.append(tally)
      }
    }
  }
}
