import StoreCore
import StoreDependencies

/// Signing in with a code that is sent by mail.
struct Login: Reducer {
  /// What the form remembers.
  struct State: Equatable {
    /// The address as it is typed.
    var email = ""

    /// The code as it is typed.
    var code = ""

    /// What is wrong, for the form to show.
    var problem: LoginProblem?

    /// Whether an attempt to sign in is under way, or waits for its turn.
    var isSubmitting = false

    /// How many seconds to wait until another code can be asked for; nil if one can be asked for now.
    var secondsUntilResend: Int?
  }

  /// What the form can do.
  enum Input: Equatable {
    /// Another address is typed.
    case emailChanged(String)

    /// Another code is typed.
    case codeChanged(String)

    /// A code is asked for, for the first time or once more.
    case codeRequested

    /// The form is submitted.
    case submitTapped
  }

  /// What the effects send back.
  enum Feedback: Equatable {
    /// The code could not be sent.
    case codeNotSent(LoginProblem)

    /// A second of the wait for another code has passed.
    case secondPassed

    /// The code was right.
    case signedIn(Session)

    /// The attempt to sign in has failed.
    case signInFailed(LoginProblem)
  }

  /// The outputs of the feature.
  enum Output: Equatable {
    /// A user has signed in.
    case signedIn(Session)
  }

  /// The ids of cancellable effects.
  enum CancelID {
    /// The sending of a code.
    case code

    /// The wait for another code.
    case countdown

    /// The attempt to sign in.
    case submit
  }

  /// How many seconds lie between two codes.
  static let resendInterval = 30

  /// How much time lies between two attempts to sign in, at least.
  static let submitInterval = Duration.seconds(1)

  /// The server.
  @Dependency(\.loginClient) var client

  /// What the countdown goes by.
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
  /// Handles what the form does.
  private func handle(_ input: Input, _ state: inout State) -> Effect<Feedback, Output> {
    switch input {
    case .emailChanged(let email):
      state.email = email
      state.problem = nil
      state.isSubmitting = false
      // Another address gets a code of its own, and need not wait for it.
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

  /// Handles what the effects send.
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
  /// Has the server send a code.
  private func sendCode(to email: String) -> Effect<Feedback, Output> {
    .run("send code", of: email) { _ in
      try await client.sendCode(email)
    } catch: { error, send in
      await send(.codeNotSent(LoginProblem(error)))
    }
    .cancellable(id: CancelID.code, cancelInFlight: true)
  }

  /// Tells each second that passes.
  private func countDown() -> Effect<Feedback, Output> {
    .run("countdown") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }

  /// Tries to sign in; an attempt that comes too soon after the one before it waits for its turn.
  private func signIn(_ credentials: Credentials) -> Effect<Feedback, Output> {
    .run("sign in", of: credentials) { send in
      await send(.signedIn(try await client.signIn(credentials)))
    } catch: { error, send in
      await send(.signInFailed(LoginProblem(error)))
    }
    // With 'latest: false' such an attempt would be dropped, and the form would wait for its end for ever.
    .throttle(id: CancelID.submit, for: Self.submitInterval, latest: true)
  }
}
