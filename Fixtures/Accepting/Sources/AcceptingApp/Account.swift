import StoreCore
import StoreDependencies

/// A session whose whole state is an enum.
struct Account: Reducer {
  enum State: Equatable {
    case loggedOut(Form)
    case loggingIn(name: String, attempt: Int)
    case loggedIn(Profile)
    case blocked
  }

  struct Form: Equatable {
    var name = ""
    var password = ""
    var problem: Problem?
  }

  struct Profile: Equatable, Sendable {
    var name: String
    var roles: Set<Role>
    var isVerified = false
  }

  enum Role: String, Equatable, Sendable { case reader, writer, owner }
  enum Problem: Error, Equatable { case wrongPassword(left: Int), offline }

  enum Input: Equatable {
    case nameChanged(String)
    case passwordChanged(String)
    case logInTapped
    case verifyTapped
    case logOutTapped
  }

  enum Feedback: Equatable {
    case loggedIn(Profile)
    case failed(Problem)
    case verified(Result<Bool, Problem>)
  }

  enum Output: Equatable {
    case welcome(String)
    case goodbye
  }

  enum CancelID { case work }

  @Dependency(\.accountClient) var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch (message, state) {
    case (.input(.nameChanged(let name)), .loggedOut(var form)):
      form.name = name
      form.problem = nil
      state = .loggedOut(form)
      return .none
    case (.input(.passwordChanged(let password)), .loggedOut(var form)):
      form.password = password
      state = .loggedOut(form)
      return .none
    case (.input(.logInTapped), .loggedOut(let form)):
      state = .loggingIn(name: form.name, attempt: 1)
      return .run("log in", of: form.name) { send in
        await send(.loggedIn(try await client.logIn(form.name, form.password)))
      } catch: { error, send in
        await send(.failed(error as? Problem ?? .offline))
      }
      .cancellable(id: CancelID.work)
    case (.feedback(.loggedIn(let profile)), .loggingIn):
      state = .loggedIn(profile)
      return .output(.welcome(profile.name))
    case (.feedback(.failed(.wrongPassword(left: 0))), _):
      state = .blocked
      return .none
    case (.feedback(.failed(let problem)), .loggingIn(let name, _)):
      state = .loggedOut(Form(name: name, problem: problem))
      return .none
    case (.input(.verifyTapped), .loggedIn(let profile)):
      return .run("verify") { send in
        let isVerified = await client.verify(profile.name)
        await send(.verified(isVerified ? .success(true) : .failure(.offline)))
      }
      .cancellable(id: CancelID.work)
    case (.feedback(.verified(let result)), .loggedIn(var profile)):
      if case .success(let isVerified) = result { profile.isVerified = isVerified }
      state = .loggedIn(profile)
      return .none
    case (.input(.logOutTapped), .loggedIn(let profile)):
      state = .loggedOut(Form(name: profile.name))
      return .merge(.cancel(id: CancelID.work), .output(.goodbye), .run("forget") { _ in await client.forget() })
    default: return .none
    }
  }
}

struct AccountClient: TestDependencyKey {
  var logIn: @Sendable (_ name: String, _ password: String) async throws -> Account.Profile
  var verify: @Sendable (_ name: String) async -> Bool
  var forget: @Sendable () async -> Void
  static let testValue = AccountClient(
    logIn: unimplemented("AccountClient.logIn"),
    verify: unimplemented("AccountClient.verify", placeholder: false),
    forget: unimplemented("AccountClient.forget")
  )
}

extension DependencyValues {
  var accountClient: AccountClient {
    get { self[AccountClient.self] }
    set { self[AccountClient.self] = newValue }
  }
}
