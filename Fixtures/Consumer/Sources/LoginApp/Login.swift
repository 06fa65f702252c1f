import StoreCore
import StoreDependencies

/// A form to sign in with a code that the server sends by mail.
struct Login: Reducer {
  /// The state of the form.
  struct State: Equatable {
    /// The address as typed.
    var email = ""

    /// The code as typed.
    var code = ""

    /// The problem to show.
    var problem: LoginProblem?

    /// Whether an attempt to sign in is running, or waits for the throttle.
    var isSubmitting = false

    /// The number of seconds until the user can request another code; nil if a request is possible now.
    var secondsUntilResend: Int?
  }

  /// The inputs of the user.
  enum Input: Equatable {
    /// The user changed the address.
    case emailChanged(String)

    /// The user changed the code.
    case codeChanged(String)

    /// The user requests a code, possibly again.
    case codeRequested

    /// The user submits the form.
    case submitTapped
  }

  /// The feedback of the effects.
  enum Feedback: Equatable {
    /// The code could not be sent.
    case codeNotSent(LoginProblem)

    /// A second of the wait for another code has passed.
    case secondPassed

    /// The code was right.
    case signedIn(Session)

    /// The attempt to sign in failed.
    case signInFailed(LoginProblem)
  }

  /// The outputs of the feature.
  enum Output: Equatable {
    /// The user signed in.
    case signedIn(Session)
  }

  /// The ids of cancellable effects.
  enum CancelID {
    /// The request for a code.
    case code

    /// The wait for another code.
    case countdown

    /// The attempt to sign in.
    case submit
  }

  /// The number of seconds between two codes.
  static let resendInterval = 30

  /// The minimum time between two attempts to sign in.
  static let submitInterval = Duration.seconds(1)

  /// The server.
  @Dependency(\.loginClient) var client

  /// The clock of the countdown.
  @Dependency(\.continuousClock) var clock

  /// Handles a message.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(let input): handle(input, &state)
    case .feedback(let feedback): handle(feedback, &state)
    }
  }
}

extension Login {
  /// Handles an input.
  private func handle(_ input: Input, _ state: inout State) -> Effect<Feedback, Output> {
    switch input {
    case .emailChanged(let email):
      state.email = email
      state.problem = nil
      state.isSubmitting = false
      // The user can request a code for another address without a wait.
      state.secondsUntilResend = nil
      return .merge(.cancel(id: CancelID.code), .cancel(id: CancelID.countdown), .cancel(id: CancelID.submit))

    case .codeChanged(let code):
      state.code = code
      state.problem = nil
      state.isSubmitting = false
      return .cancel(id: CancelID.submit)

    case .codeRequested:
      guard state.secondsUntilResend == nil else { return .none }
      state.problem = state.emailProblem
      guard state.problem == nil else { return .none }
      state.secondsUntilResend = Self.resendInterval
      return .merge(sendCode(to: state.email), countDown())

    case .submitTapped:
      guard !state.isSubmitting else { return .none }
      state.problem = state.emailProblem ?? state.codeProblem
      guard state.problem == nil else { return .none }
      state.isSubmitting = true
      return signIn(Credentials(email: state.email, code: state.code))
    }
  }

  /// Handles feedback.
  private func handle(_ feedback: Feedback, _ state: inout State) -> Effect<Feedback, Output> {
    switch feedback {
    case .codeNotSent(let problem):
      state.problem = problem
      state.secondsUntilResend = nil
      return .cancel(id: CancelID.countdown)

    case .secondPassed:
      guard let seconds = state.secondsUntilResend, seconds > 1 else {
        state.secondsUntilResend = nil
        return .cancel(id: CancelID.countdown)
      }
      state.secondsUntilResend = seconds - 1
      return .none

    case .signedIn(let session):
      state.isSubmitting = false
      state.code = ""
      return .output(.signedIn(session))

    case .signInFailed(let problem):
      state.isSubmitting = false
      state.problem = problem
      return .none
    }
  }
}

// MARK: - Effects

extension Login {
  /// Returns the effect that requests a code from the server.
  private func sendCode(to email: String) -> Effect<Feedback, Output> {
    .run("send code", of: email) { _ in
      try await client.sendCode(email)
    } catch: { error, send in
      await send(.codeNotSent(LoginProblem(error)))
    }
    .cancellable(id: CancelID.code, cancelInFlight: true)
  }

  /// Returns the effect that reports each second.
  private func countDown() -> Effect<Feedback, Output> {
    .run("countdown") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }

  /// Returns the effect that signs in. An attempt too soon after the previous one waits.
  private func signIn(_ credentials: Credentials) -> Effect<Feedback, Output> {
    .run("sign in", of: credentials) { send in
      await send(.signedIn(try await client.signIn(credentials)))
    } catch: { error, send in
      await send(.signInFailed(LoginProblem(error)))
    }
    // With 'latest: false' the throttle would drop such an attempt, and the form would wait forever.
    .throttle(id: CancelID.submit, for: Self.submitInterval, latest: true)
  }
}
