import SampleFeatures
import StoreTesting
import Testing

@Suite("Username client")
struct UsernameClientTests {
  @Test func `The client reads the name of the fixtures`() async throws {
    #expect(try await UsernameClient.liveValue.username() == "Christian")
  }

  @Test(arguments: [
    ("username-blank.json", "username-blank.json: username is blank."),
    ("username-without-username.json", "username-without-username.json: username is missing."),
    ("username-a-number.json", "username-a-number.json: username is of the wrong type."),
    ("no-such-file.json", "no-such-file.json does not exist."),
  ])
  func `An invalid file is an error in the state`(_ file: String, _ reason: String) async {
    let store = TestStore(initialState: PhoneDialer.State()) {
      PhoneDialer()
    } withDependencies: {
      $0.usernameClient = .fixtures(in: .malformed, file: file)
    }

    await store.send(.loadUsername) { $0.username = .loading }
    await store.receive(.usernameLoaded(.failure(.unavailable(reason)))) {
      $0.username = .failed(.unavailable(reason))
    }
    await store.finish()
  }
}
