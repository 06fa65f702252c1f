import Foundation
import StoreCore
import TestSupport
import Testing

@testable import StoreTesting
@testable import StoreValues

private let secret = "hunter2"

/// A text that is hidden by a description.
private struct Password: Hashable, Sendable, CustomStringConvertible {
  var text = secret

  var description: String { "•••" }
}

/// A text that is hidden by a mirror.
private struct Pin: Hashable, Sendable, CustomReflectable {
  var digits = secret

  var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// A text that is hidden by a wrapper.
@propertyWrapper
private struct Hidden: Hashable, Sendable, CustomDebugStringConvertible {
  var wrappedValue = secret

  var debugDescription: String { "hidden" }
}

/// A value that hides its nested values.
private struct Account: Hashable, Sendable, CustomStringConvertible, Identifiable {
  struct Key: Hashable, Sendable { var text = secret }

  var id = 1
  var name = "Ada"
  var key = Key()

  var description: String { "\(name) (\(id))" }
}

/// An error whose description hides its value.
private enum Refusal: Error, Hashable, CustomStringConvertible {
  case wrong(String)

  var description: String { "refused" }
}

/// A state with hidden texts in places of each kind.
private struct SecretState: Equatable, Sendable {
  var password: Password?
  var pin: Pin?
  @Hidden var code = ""
  var passwords: [Password] = []
  var accounts: [Account] = []
  var rows: IdentifiedArray<Account> = []
  var byName: [String: Password] = [:]
  var set: Set<Pin> = []
  var pair: [Password] = [Password(text: "a"), Password(text: "b")]

  mutating func fill() {
    password = Password()
    pin = Pin()
    code = secret
    passwords = [Password(), Password(text: "a \(secret)")]
    accounts = [Account()]
    rows = [Account()]
    byName["a"] = Password()
    set = [Pin()]
    pair[1].text = secret
  }
}

/// Messages that carry hidden texts.
private enum Note: Equatable, Sendable {
  case open(Password), refused(Refusal), account(Account), pin(Pin)
}

private typealias SecretFeature = Machine<SecretState, Note, Note, Note>

/// A feature that passes its secrets on in every possible way.
///
/// - Parameter login: An endpoint that receives a secret, and returns one.
private func makeSafe(_ login: Gate<Password, Pin, Refusal>) -> SecretFeature {
  SecretFeature { message, state in
    switch message {
    case .input(let note):
      state.fill()
      return .merge(
        .run("open", of: Password()) { send in await send(note) },
        .run("fail", of: Account()) { _ in throw Refusal.wrong(secret) },
        .run(of: Pin()) { send in await send(.refused(.wrong(secret))) },
        .run("log in") { send in await send(.pin(try await login(Password()))) },
        .output(.account(Account()))
      )
    case .feedback(let note):
      state.pair.append(Password())
      state.accounts.indices.forEach { state.accounts[$0].key.text += secret }
      return .output(note)
    }
  }
}

/// Writes a text about a run, in addition to its failures.
protocol RunWriter {
  /// All texts about a store.
  func texts<Feature: Reducer>(of store: TestStore<Feature>) -> [String]
}

/// Writes nothing.
private struct SilentWriter: RunWriter {
  func texts<Feature: Reducer>(of store: TestStore<Feature>) -> [String] { [] }
}

/// All texts about a run with secrets and mistakes: its failures, its attachments, and the text of a writer.
func textsOfSecretRun(at level: Exhaustivity, by writer: some RunWriter = SilentWriter()) async -> [String] {
  let steps = { (store: TestStore<SecretFeature>, login: Gate<Password, Pin, Refusal>) in
    store.exhaustivity = level
    await store.send(.open(Password()))
    await login.succeed(with: Pin(), skipping: 9)
    await store.receive(.open(Password(text: "b"))) { $0.password = Password(text: "c") }
    await store.receive(.pin(Pin(digits: "1")))
    await store.receiveOutput(.account(Account(key: .init(text: "d"))))
    await store.send(.account(Account())) { $0.passwords = [] }
    await login.fail(with: .wrong(secret))
    await store.send(.pin(Pin()))
    await login.succeed(with: Pin())
    await store.send(.pin(Pin()))
  }
  var texts: [String] = []
  var attachments: [TestAttachment] = []
  let failures = await recordingReports {
    attachments = await recordingAttachments {
      let login = Gate<Password, Pin, Refusal>("login")
      let store = TestStore(initialState: SecretState()) { makeSafe(login) }
      await steps(store, login)
      texts += writer.texts(of: store)
      await store.finish()
    }
  }
  let reports = await recordingReports {
    let login = Gate<Password, Pin, Refusal>("login")
    let store = TestStore(initialState: SecretState()) { makeSafe(login) }
    await steps(store, login)
    await store.finish()
  }
  #expect(!reports.isEmpty)
  return texts + attachments.map(\.text) + (failures + reports).map { "\($0)\n\($0.lastEvents)" }
}

/// The secret, which no text may contain.
let hiddenText = secret

@Suite struct HiddenTextTests {
  @Test(arguments: sample([Exhaustivity.strict, .on, .observable, .off(showSkipped: true)], every: 2, from: 1))
  func `hidden text of a type is in no failure, suggestion or timeline`(level: Exhaustivity) async {
    let texts = await textsOfSecretRun(at: level)
    #expect(texts.filter { $0.contains(secret) } == [])
    #expect(texts.contains { $0.contains("login(•••)") })
  }

  @Test func `a difference shows the description of a type, and reports a description that is equal for both`() {
    var after = SecretState()
    after.fill()
    let text = difference(SecretState(), after) ?? ""
    #expect(!text.contains(secret))
    #expect(text.contains("password: nil -> •••\n"))
    #expect(text.contains("pair[1]: ••• -> ••• (they differ in a part that they do not show)\n"))
    #expect(text.contains("accounts[0]: inserted Ada (1)\n"))
    #expect(text.contains("code: hidden -> hidden (they differ in a part that they do not show)\n"))
    #expect(text.contains("-     [1]: •••\n"))
  }

  @Test func `an assertion of one field shows no part that its type hides`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: SecretState()) {
        SecretFeature { _, state in
          state.fill()
          return .none
        }
      }
      store.exhaustivity = .off
      await store.send(.pin(Pin())) { $0.pair[1].text = "c" }
      await store.finish()
    }
    #expect(
      failures.map(\.details) == ["    • pair[1]: expected •••, is ••• (they differ in a part that they do not show)"]
    )
  }

  @Test func `hidden parts of a value are compared`() {
    #expect(difference(Password(), Password(text: "a")) != nil)
    #expect(difference(Account(), Account(key: .init(text: "a"))) != nil)
    #expect(difference(Password(), Password()) == nil)
  }

  @Test func `a suggestion writes the parts of a value that its text shows`() {
    var named = SecretState(accounts: [Account()])
    named.accounts[0].name = "Grace"
    #expect(
      Suggestion.assignments(from: SecretState(accounts: [Account()]), to: named) == ["$0.accounts[0].name = \"Grace\""]
    )
    #expect(
      Suggestion.assignments(from: SecretState(), to: SecretState(password: Password())) == [
        "// Password does not show everything that it contains. Create an equal value, and write it here:",
        "// $0.password = •••",
      ]
    )
    #expect(Suggestion.receive(Note.open(Password())) == "await store.receive(Note.open)")
  }
}
