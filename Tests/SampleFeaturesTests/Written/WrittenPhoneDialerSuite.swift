// swift-format-ignore-file
// Written by generateSuite(named:) in WrittenSuites.swift. It says what the feature does, not what it should do.
// 19 tests assert 72 of 72 pairs of a mode and a message and 88 transitions, and notice 374 of 374 mutants.
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

  @Test func `…, username fails, input phone number, dial refused, then dial refused, which changes nothing`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialRefused("555-0123"))
    await store.finish()
  }

  @Test func `…, username fails, dial button pressed, dial refused, then dial button pressed`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }
    await store.send(.dialButtonPressed)
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.finish()
  }

  @Test func `…, dial button pressed, input phone number, dial refused, then dial button pressed`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.inputPhoneNumber("12a")) { $0.phoneNumber = "12a" }
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = nil }
    await store.receiveOutput(.dial("555-0123"))
    await store.finish()
  }

  @Test func `…, dial refused, input phone number, dial refused, then dial button pressed`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }
    await store.send(.dialRefused("555-0123"))
    await store.send(.inputPhoneNumber("12a")) {
      $0.phoneNumber = "12a"
      $0.problem = nil
    }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.finish()
  }

  @Test func `…, username fails, dial button pressed, dial refused, then dial button pressed, way 2`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.inputPhoneNumber("12a")) { $0.phoneNumber = "12a" }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }
    await store.send(.dialButtonPressed)
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.finish()
  }

  @Test func `…, dial refused, load username, input phone number, then username answers`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.loadUsername)
    await store.send(.inputPhoneNumber("555-0123")) { $0.phoneNumber = "555-0123" }
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-0123"))
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.loadUsername)
    await store.send(.inputPhoneNumber("555-0123")) { $0.problem = nil }
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }
    await store.finish()
  }

  @Test func `…, dial refused, dial button pressed, dial refused, then dial refused, which changes nothing`() async throws {
    let store = makeStore()
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.inputPhoneNumber("555-0123")) { $0.problem = nil }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = nil }
    await store.receiveOutput(.dial("555-0123"))
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialRefused("555-0123"))
    await store.finish()
  }

  @Test func `…, load username, username answers, load username, then input phone number`() async throws {
    let store = makeStore()
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.dialButtonPressed)
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }
    await store.send(.loadUsername)
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.finish()
  }

  @Test func `…, input phone number, load username, input phone number, then dial button pressed`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }
    await store.send(.loadUsername)
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.send(.loadUsername)
    await store.send(.inputPhoneNumber("555-0123"))
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-0123"))
    await store.finish()
  }

  @Test func `…, load username, username answers, dial button pressed 2 times, then dial refused`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.dialButtonPressed)
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.finish()
  }

  @Test func `…, dial refused, dial button pressed, input phone number, then dial button pressed`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = nil }
    await store.receiveOutput(.dial("555-0123"))
    await store.send(.inputPhoneNumber("12a")) { $0.phoneNumber = "12a" }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.finish()
  }

  @Test func `…, dial button pressed, dial refused, input phone number 2 times, then dial button pressed`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }
    await store.send(.inputPhoneNumber("555-0123")) { $0.phoneNumber = "555-0123" }
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-0123"))
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.inputPhoneNumber("555-0123")) { $0.problem = nil }
    await store.send(.inputPhoneNumber("")) { $0.phoneNumber = "" }
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.finish()
  }

  @Test func `…, input phone number 2 times, dial button pressed 2 times, dial refused, then dial button pressed`() async throws {
    let store = makeStore()
    await store.send(.inputPhoneNumber("12a")) { $0.phoneNumber = "12a" }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.send(.inputPhoneNumber("12a")) { $0.phoneNumber = "12a" }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.send(.dialButtonPressed)
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.finish()
  }

  @Test func `…, dial button pressed, username answers, load username, then input phone number`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.inputPhoneNumber("12a")) { $0.phoneNumber = "12a" }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }
    await store.send(.loadUsername)
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.finish()
  }

  @Test func `…, load username, username answers, dial button pressed, then dial refused`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.inputPhoneNumber("12a")) { $0.phoneNumber = "12a" }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }
    await store.send(.dialButtonPressed)
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.finish()
  }

  @Test func `…, dial button pressed, username fails, load username, then username answers`() async throws {
    let store = makeStore()
    await store.send(.inputPhoneNumber("555-0123")) { $0.phoneNumber = "555-0123" }
    await store.send(.dialButtonPressed)
    await store.receiveOutput(.dial("555-0123"))
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.dialButtonPressed) { $0.problem = nil }
    await store.receiveOutput(.dial("555-0123"))
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }
    await store.finish()
  }

  @Test func `…, input phone number 2 times, dial button pressed 2 times, dial refused, then username answers`() async throws {
    let store = makeStore()
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.loadUsername)
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.send(.inputPhoneNumber("")) { $0.phoneNumber = "" }
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.dialButtonPressed)
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }
    await store.finish()
  }

  @Test func `…, load username 2 times, input phone number 2 times, dial button pressed 2 times, then username answers`() async throws {
    let store = makeStore()
    await store.send(.inputPhoneNumber("12a")) { $0.phoneNumber = "12a" }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.loadUsername)
    await store.send(.inputPhoneNumber("555-0123")) {
      $0.phoneNumber = "555-0123"
      $0.problem = nil
    }
    await store.send(.inputPhoneNumber("12a")) { $0.phoneNumber = "12a" }
    await store.send(.dialButtonPressed) { $0.problem = .unexpectedCharacter("a") }
    await store.send(.dialButtonPressed)
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }
    await store.finish()
  }

  @Test func `…, dial refused, dial button pressed, dial refused 2 times, then username answers`() async throws {
    let store = makeStore()
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    let username = store.gate("username", as: Gate<Void, String, any Error>.self)
    await username.fail(with: UsernameError.unavailable("Offline"))
    await store.receive(.usernameLoaded(.failure(UsernameError.unavailable("Offline")))) { $0.username = .failed(UsernameError.unavailable("Offline")) }
    await store.send(.loadUsername) { $0.username = .loading }
    await store.receiveEffect("loadUsername")
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialButtonPressed) { $0.problem = .empty }
    await store.send(.dialRefused("555-0123")) { $0.problem = .refused("555-0123") }
    await store.send(.dialRefused("555-0123"))
    await username.succeed(with: "Ada")
    await store.receive(.usernameLoaded(.success("Ada"))) { $0.username = .known("Ada") }
    await store.finish()
  }
}
