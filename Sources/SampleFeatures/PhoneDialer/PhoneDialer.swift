public import StoreCore
import StoreDependencies

/// A screen that greets its user by name, and dials the number that the user types.
///
/// - The state has the number as typed. The button checks it: a valid number becomes an output, in normal form. For an
///   invalid number, the state has the problem until the next edit.
/// - A number that the telephone refuses is a problem, too.
/// - The output has the number at the time of the press. Later edits don't change it.
/// - The name is loaded once. If the screen appears again while the name is loading or loaded, nothing changes. After a
///   failure, the next appearance tries again. An appearance never changes the number.
public struct PhoneDialer: Reducer, Sendable {
  /// The state of the screen.
  public struct State: Hashable, Sendable {
    /// The name of the user.
    public var username: Username

    /// The number as typed.
    public var phoneNumber: String

    /// The problem of the number, after an attempt to dial it.
    public var problem: PhoneNumber.Problem?

    /// Creates a state; a name and a number may be filled in beforehand.
    public init(username: Username = .unknown, phoneNumber: String = "", problem: PhoneNumber.Problem? = nil) {
      self.username = username
      self.phoneNumber = phoneNumber
      self.problem = problem
    }

    /// The greeting on top of the screen.
    public var headline: String {
      guard case .known(let name) = username, !name.isEmpty else { return "Hello!" }
      return "Hello, \(name)!"
    }
  }

  /// The status of the user's name.
  public enum Username: Hashable, Sendable {
    /// The name was not requested.
    case unknown

    /// The name is loading.
    case loading

    /// The name is loaded.
    case known(String)

    /// The request failed with this error.
    case failed(UsernameError)
  }

  /// The inputs of the screen.
  public enum Input: Hashable, Sendable {
    /// The screen has appeared, possibly again.
    case loadUsername

    /// The user edited the number.
    case inputPhoneNumber(String)

    /// The user presses the dial button.
    case dialButtonPressed

    /// The telephone can't dial this number, which was an output.
    case dialRefused(String)
  }

  /// The feedback of the screen's effect.
  public enum Feedback: Hashable, Sendable {
    /// The result of loading the name.
    case usernameLoaded(Result<String, UsernameError>)
  }

  /// The outputs of the screen, for the platform.
  public enum Output: Hashable, Sendable {
    /// Dial this number, which is in normal form.
    case dial(String)
  }

  /// The client that loads the name.
  @Dependency(\.usernameClient) private var usernameClient

  /// Creates the reducer, which has no state.
  public init() {}

  /// Loads the name, stores the typed number, and emits valid numbers.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.loadUsername):
      switch state.username {
      case .loading, .known: return .none
      case .unknown, .failed: break
      }
      state.username = .loading
      return .run("loadUsername") { send in
        await send(.usernameLoaded(Result { try await usernameClient.username() }))
      }

    case .input(.inputPhoneNumber(let text)):
      state.phoneNumber = text
      state.problem = nil
      return .none

    case .input(.dialButtonPressed):
      do throws(PhoneNumber.Problem) {
        let number = try PhoneNumber(state.phoneNumber)
        state.problem = nil
        return .output(.dial(number.text))
      } catch {
        state.problem = error
        return .none
      }

    case .input(.dialRefused(let number)):
      state.problem = .refused(number)
      return .none

    case .feedback(.usernameLoaded(.success(let name))):
      state.username = .known(name)
      return .none

    case .feedback(.usernameLoaded(.failure(let error))):
      state.username = .failed(error)
      return .none
    }
  }
}
