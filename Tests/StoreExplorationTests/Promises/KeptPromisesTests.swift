import SampleFeatures
import StoreCore
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

/// The promises of the dialer are kept beside this file.
@Suite(
  .promises(of: PhoneDialer.self) {
    try await StateSpace(inputs: [
      .loadUsername, .inputPhoneNumber("555-0123"), .inputPhoneNumber(""), .dialButtonPressed,
    ]) {
      let store = TestStore(initialState: PhoneDialer.State()) { PhoneDialer() }
      store.gate("username", at: \.usernameClient.username) {
        [.success("Ada"), .failure(UsernameError.unavailable("Offline"))]
      }
      return store
    }
  }
)
struct KeptPromisesTests {
  @Test func `the promises of a suite are judged after the tests`() {}
}

@Suite struct PromisesTraitTests {
  @Test func `a trait runs the tests, and then judges the promises`() async throws {
    let notes = Recorder<String>()
    let trait = PromisesTrait { name, _ in notes.record("promises of \(name)") }
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: nil) { notes.record("tests") }
    #expect(notes.values == ["tests", "promises of \(test.name)"])
  }
}
