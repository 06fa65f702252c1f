import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import AcceptingApp

struct AccountTests {
  typealias Form = Account.Form
  typealias Profile = Account.Profile

  @Test func logsIn() async {
    let store = TestStore(initialState: Account.State.loggedOut(Form())) { Account() }
    let logIn = store.gate("logIn", at: \.accountClient.logIn)
    await store.send(.nameChanged("eve")) { $0 = .loggedOut(Form(name: "eve")) }
    await store.send(.passwordChanged("1234")) { $0 = .loggedOut(Form(name: "eve", password: "1234")) }
    await store.send(.logInTapped) { $0 = .loggingIn(name: "eve", attempt: 1) }
    await logIn.succeed(with: Profile(name: "Eve", roles: [.reader, .writer]))
    await store.receive(.loggedIn(Profile(name: "Eve", roles: [.reader, .writer]))) {
      $0 = .loggedIn(Profile(name: "Eve", roles: [.reader, .writer]))
    }
    await store.receiveOutput(.welcome("Eve"))
    await store.finish()
  }

  @Test func wrongPassword() async {
    let store = TestStore(initialState: Account.State.loggedOut(Form(name: "eve", password: "x"))) { Account() }
    store.exhaustivity = .strict
    let logIn = store.gate("logIn", at: \.accountClient.logIn)
    await store.send(.logInTapped) { $0 = .loggingIn(name: "eve", attempt: 1) }
    await store.receiveEffect("log in", of: "eve")
    await logIn.fail(with: Account.Problem.wrongPassword(left: 1))
    await store.receive(.failed(.wrongPassword(left: 1))) {
      $0 = .loggedOut(Form(name: "eve", problem: .wrongPassword(left: 1)))
    }
    await store.send(.logInTapped) { $0 = .loggingIn(name: "eve", attempt: 1) }
    await store.receiveEffect("log in", of: "eve")
    await logIn.fail(with: Account.Problem.wrongPassword(left: 0))
    await store.receive(.failed(.wrongPassword(left: 0))) { $0 = .blocked }
    await store.finish()
  }

  @Test func verifies() async {
    let store = TestStore(initialState: Account.State.loggedIn(Profile(name: "Eve", roles: [.owner]))) {
      Account()
    } withDependencies: {
      $0.accountClient.verify = { _ in true }
      $0.accountClient.forget = {}
    }
    await store.send(.verifyTapped)
    await store.receive(.verified(.success(true))) {
      $0 = .loggedIn(Profile(name: "Eve", roles: [.owner], isVerified: true))
    }
    await store.send(.logOutTapped) { $0 = .loggedOut(Form(name: "Eve")) }
    await store.receiveOutput(.goodbye)
    await store.receiveEffect("forget")
    await store.finish()
  }

  @Test func failsToVerify() async {
    let store = TestStore(initialState: Account.State.loggedIn(Profile(name: "Eve", roles: []))) {
      Account()
    } withDependencies: {
      $0.accountClient.verify = { _ in false }
      $0.accountClient.forget = {}
    }
    store.exhaustivity = .strict
    await store.send(.verifyTapped)
    await store.receiveEffect("verify")
    await store.receive(.verified(.failure(.offline)))
    await store.send(.logOutTapped) { $0 = .loggedOut(Form(name: "Eve")) }
    await store.receiveOutput(.goodbye)
    await store.receiveEffect("forget")
    await store.finish()
  }
}
