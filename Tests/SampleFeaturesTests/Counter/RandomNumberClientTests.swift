import SampleFeatures
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@Suite("Random number client")
struct RandomNumberClientTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `The client draws from the range of the fixtures, the same numbers for the same seed`(seed: UInt64) async throws
  {
    func draw() async throws -> [Int] {
      try await withDependencies {
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SplitMix64(seed: seed))
      } operation: {
        var numbers: [Int] = []
        for _ in 1...10 { numbers.append(try await RandomNumberClient.liveValue.number()) }
        return numbers
      }
    }

    let numbers = try await draw()
    #expect(numbers.allSatisfy { (1...100).contains($0) })
    #expect(Set(numbers).count > 1)
    #expect(try await draw() == numbers)
  }

  @Test(arguments: [
    ("random-number-reversed.json", "random-number-reversed.json: lowest is above highest."),
    ("random-number-without-highest.json", "random-number-without-highest.json: highest is missing."),
    ("random-number-prose.json", "random-number-prose.json is not valid JSON."),
    ("no-such-file.json", "no-such-file.json does not exist."),
  ])
  func `An invalid file is an error in the state`(_ file: String, _ reason: String) async {
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.randomNumberClient = .fixtures(in: .malformed, file: file)
    }

    await store.send(.randomNumberTapped) { $0.request = .running }
    await store.receive(.randomNumberDrawn(.failure(.unavailable(reason)))) {
      $0.request = .failed(.unavailable(reason))
    }
    await store.finish()
  }
}
