import SampleFeatures
import StoreTesting
import Testing

@Suite("Numbers client")
struct NumbersClientTests {
  @Test func `The client reads the numbers of the fixtures`() async throws {
    #expect(try await NumbersClient.liveValue.numbers() == [1, 2, 3])
    #expect(try await NumbersClient.fixtures(in: .fixtures).numbers() == [1, 2, 3])
  }

  @Test(arguments: [
    ("numbers-cut-off.json", "numbers-cut-off.json is not valid JSON."),
    ("numbers-empty.json", "numbers-empty.json is not valid JSON."),
    ("numbers-not-text.json", "numbers-not-text.json is not valid JSON."),
    ("numbers-without-numbers.json", "numbers-without-numbers.json: numbers is missing."),
    ("numbers-with-text.json", "numbers-with-text.json: numbers[1] is of the wrong type."),
    ("numbers-null.json", "numbers-null.json: numbers is null."),
    ("numbers-bare-list.json", "numbers-bare-list.json: the whole file is of the wrong type."),
    ("no-such-file.json", "no-such-file.json does not exist."),
  ])
  func `An invalid file is an error in the state`(_ file: String, _ reason: String) async {
    let store = TestStore(initialState: .idle) {
      Numbers()
    } withDependencies: {
      $0.numbersClient = .fixtures(in: .malformed, file: file)
    }

    await store.send(.onAppear) { $0 = .loading }
    await store.receive(.numbersDownloaded(.failure(.unavailable(reason)))) {
      $0 = .failed(.unavailable(reason))
    }
    await store.finish()
  }

  @Test func `A folder instead of the file is an error`() async {
    await #expect(throws: FixtureError.unreadable(file: "Malformed")) {
      try await NumbersClient.fixtures(in: .fixtures, file: "Malformed").numbers()
    }
    #expect(FixtureError.unreadable(file: "Malformed").description == "Malformed can't be read.")
  }

  @Test func `A missing folder is an error`() async {
    await #expect(throws: FixtureError.missing(file: "numbers.json")) {
      try await NumbersClient.fixtures(in: FixtureFolder(at: "/no/such/folder")).numbers()
    }
  }
}
