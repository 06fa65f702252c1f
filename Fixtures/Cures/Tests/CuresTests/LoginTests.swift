import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import CuresApp

/// Tests of a form.
@Suite struct LoginTests {
  @Test func signsIn() async {
    let store = TestStore(initialState: Login.State()) {
      Login()
    } withDependencies: {
      //~ without the client
      $0.loginClient.signIn = { email, _ in Account(id: 7, name: email) }
    }
    //~ wrong value: await store.send(.emailChanged("kim")) { $0.email = "lee" }
    //~ wrong input: await store.send(.emailChanged("lee")) { $0.email = "kim" }
    //~ wrong field: await store.send(.emailChanged("kim")) { $0.password = "kim" }
    //~ without the first line
    await store.send(.emailChanged("kim")) { $0.email = "kim" }
    //~ wrong forgotten closure: await store.send(.passwordChanged("123"))
    await store.send(.passwordChanged("123")) { $0.password = "123" }
    //~ wrong case of the state: await store.send(.submitTapped) { $0.attempt = .failed(.offline) }
    await store.send(.submitTapped) { $0.attempt = .running }
    //~ wrong payload: await store.receive(.answered(.success(Account(id: 8, name: "kim")))) { $0.attempt = .none; $0.password = "" }
    //~ wrong incomplete closure: await store.receive(.answered(.success(Account(id: 7, name: "kim")))) { $0.attempt = .none }
    //~ wrong case: await store.receive(.answered(.failure(.offline))) { $0.attempt = .failed(.offline) }
    //~ without the feedback
    //~ swap the feedback and its output
    await store.receive(.answered(.success(Account(id: 7, name: "kim")))) {
      $0.attempt = .none
      $0.password = ""
    }
    //~ wrong output: await store.receiveOutput(.signedIn(Account(id: 7, name: "lee")))
    //~ without the output
    await store.receiveOutput(.signedIn(Account(id: 7, name: "kim")))
    await store.finish()
  }

  @Test func answersByGate() async {
    let store = TestStore(initialState: Login.State(email: "kim", password: "123")) {
      Login()
    }
    let signIn = store.gate("signIn", at: \.loginClient.signIn)
    await store.send(.submitTapped) { $0.attempt = .running }
    //~ without the answer
    //~ swap the answer and its feedback
    await signIn.fail(with: LoginError.wrongPassword)
    //~ wrong error: await store.receive(.answered(.failure(.offline))) { $0.attempt = .failed(.offline) }
    await store.receive(.answered(.failure(.wrongPassword))) { $0.attempt = .failed(.wrongPassword) }
    await store.finish()
  }

  @Test func cancels() async {
    let store = TestStore(initialState: Login.State(email: "kim", password: "123")) {
      Login()
    }
    store.gate("signIn", at: \.loginClient.signIn)
    await store.send(.submitTapped) { $0.attempt = .running }
    //~ without the cancellation
    await store.send(.cancelTapped) { $0.attempt = .none }
    //~ extra feedback of a cancelled effect: await store.receive(.answered(.failure(.offline))) { $0.attempt = .failed(.offline) }
    await store.finish()
  }
}
