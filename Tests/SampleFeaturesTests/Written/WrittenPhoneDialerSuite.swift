// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenSuites.swift. It says what the feature does, not what it should do.
// 11 tests assert 72 of 72 pairs of a mode and a message and 88 transitions, and notice 392 of 392 mutants.
import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

@Suite(
  .coverage(of: PhoneDialer.self, minimum: 1.0),
  .mutants(of: PhoneDialer.self, minimumScore: 1.0)
)
struct WrittenPhoneDialerSuite {
  private func makeStore() -> TestStore<PhoneDialer> {
    func make() -> TestStore<PhoneDialer> {
      let store = TestStore(initialState: PhoneDialer.State()) { PhoneDialer() }
      store.gate("username", at: \.usernameClient.username) {
        [.success("Ada"), .failure(UsernameError.unavailable("Offline"))]
      }
      return store
    }
    let store = make()
    store.exhaustivity = .strict
    store.answersGatesManually = true
    return store
  }

  @Test func `load username, dial refused "555-0123", then username answers: username becomes known`() async throws {
    let store = makeStore()
    await store.send(.inputPhoneNumber("12a")) { $0.phoneNumber = "12a" }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    // The name is about this step. username answers after dial refused "555-0123".
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }

    await store.send(.dialRefused("555-0123"))
    await store.send(.loadUsername)
    await store.send(.dialButtonPressed) { $0.problem = nil }
    await store.receiveOutput(.dial("555-0123"))
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-0123"))
    await store.send(.inputPhoneNumber("555-0123"))
    await store.finish()
  }

  @Test func `load username, then username fails: username becomes failed`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    // The name is about this step.
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }

    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.inputPhoneNumber("12a")) {
      $0.phoneNumber = "12a"
      $0.problem = nil
    }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }

    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.send(.dialButtonPressed)
    await store.finish()
  }

  @Test func `input phone number "", dial button pressed, then input phone number "": problem becomes nil`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }

    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }

    await store.send(.inputPhoneNumber("555-0123")) { $0.phoneNumber = "555-0123" }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.inputPhoneNumber("")) {
      $0.phoneNumber = ""
      $0.problem = nil
    }
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    // The name is about this step.
    await store.send(.inputPhoneNumber("")) { $0.problem = nil }
    await store.send(.loadUsername)
    await store.send(.inputPhoneNumber("12a")) { $0.phoneNumber = "12a" }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.finish()
  }

  @Test func `dial button pressed, dial refused "555-0123", then input phone number "12a": problem becomes nil`() async throws {
    let store = makeStore()
    await store.send(.inputPhoneNumber(""))
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialRefused("555-0123"))
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-0123"))
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.inputPhoneNumber("12a")) { $0.phoneNumber = "12a" }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    // username answers after dial button pressed.
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }

    await store.send(.dialButtonPressed)
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    // The name is about this step.
    await store.send(.inputPhoneNumber("12a")) { $0.problem = nil }
    await store.finish()
  }

  @Test func `username fails, input phone number "555-0123", then input phone number "555-0123", which changes nothing`() async throws {
    let store = makeStore()
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = nil }
    await store.receiveOutput(.dial("555-0123"))
    await store.send(.loadUsername)
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-0123"))
    await store.send(.inputPhoneNumber("")) { $0.phoneNumber = "" }
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    // username answers after dial button pressed.
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }

    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    // The name is about this step.
    await store.send(.inputPhoneNumber("555-0123"))
    await store.finish()
  }

  @Test func `dial refused "555-0123", username fails, then dial button pressed: problem becomes empty`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    // username answers after dial refused "555-0123".
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }

    // The name is about this step.
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialRefused("555-0123"))
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.inputPhoneNumber("")) { $0.problem = nil }
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    // username answers after dial button pressed.
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }

    await store.send(.dialButtonPressed)
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.finish()
  }

  @Test func `username answers, load username, then input phone number "": phone number becomes "", problem becomes nil`() async throws {
    let store = makeStore()
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.inputPhoneNumber("12a")) {
      $0.phoneNumber = "12a"
      $0.problem = nil
    }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }

    await store.send(.loadUsername)
    // The name is about this step.
    await store.send(.inputPhoneNumber("")) {
      $0.phoneNumber = ""
      $0.problem = nil
    }
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.loadUsername)
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.finish()
  }

  @Test func `input phone number "555-0123", username fails, then dial button pressed: dial is sent out`() async throws {
    let store = makeStore()
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.dialRefused("555-0123"))
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.dialButtonPressed)
    await store.send(.loadUsername)
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.loadUsername)
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    // username answers after input phone number "555-0123".
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }

    // The name is about this step.
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-0123"))
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.finish()
  }

  @Test func `input phone number "12a", dial button pressed, then input phone number "12a": problem becomes nil`() async throws {
    let store = makeStore()
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.dialButtonPressed)
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }

    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }

    await store.send(.dialButtonPressed)
    await store.send(.inputPhoneNumber("12a")) {
      $0.phoneNumber = "12a"
      $0.problem = nil
    }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    // The name is about this step.
    await store.send(.inputPhoneNumber("12a")) { $0.problem = nil }
    await store.finish()
  }

  @Test func `dial refused "555-0123", username fails, then dial button pressed: dial is sent out, problem becomes nil`() async throws {
    let store = makeStore()
    await store.send(.inputPhoneNumber("12a")) { $0.phoneNumber = "12a" }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.send(.dialButtonPressed)
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.send(.loadUsername)
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    // username answers after dial refused "555-0123".
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }

    // The name is about this step.
    await store.send(.dialButtonPressed) { $0.problem = nil }
    await store.receiveOutput(.dial("555-0123"))
    await store.send(.inputPhoneNumber("")) { $0.phoneNumber = "" }
    await store.finish()
  }

  @Test func `input phone number "12a", dial button pressed, then dial refused "555-0123": problem becomes refused`() async throws {
    let store = makeStore()
    await store.send(.inputPhoneNumber("555-0123")) { $0.phoneNumber = "555-0123" }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = nil }
    await store.receiveOutput(.dial("555-0123"))
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.inputPhoneNumber("12a")) { $0.phoneNumber = "12a" }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    // The name is about this step.
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.send(.dialButtonPressed)
    // username answers after dial button pressed.
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }

    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }
    await store.finish()
  }
}
