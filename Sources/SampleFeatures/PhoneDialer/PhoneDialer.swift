public import StoreCore
import StoreDependencies

/// A screen that greets its user by name, and dials the number that the user types.
///
/// - The number is shown as it is typed. The button checks it: a valid number becomes an output, in normal form. An
///   invalid number is explained in the state until it is edited.
/// - A number that the telephone refuses is explained in the same way.
/// - The output carries the number at the time of the press; later edits don't change it.
/// - The name is loaded once. Appearing again while it is loading, or when it is loaded, changes nothing, and never
///   changes the number. After a failure the next appearance tries again.
public struct PhoneDialer: Reducer, Sendable {
  /// The state of the screen.
  public struct State: Hashable, Sendable {
    /// The name of the user.
    public var username: Username

    /// The number as it was typed.
    public var phoneNumber: String

    /// The problem of the number, after the user has tried to dial it.
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
    /// It was not requested.
    case unknown

    /// It is loading.
    case loading

    /// It is loaded.
    case known(String)

    /// It failed with this error.
    case failed(UsernameError)
  }

  /// The inputs of the screen.
  public enum Input: Hashable, Sendable {
    /// The screen has appeared, possibly again.
    case loadUsername

    /// The user has edited the number.
    case inputPhoneNumber(String)

    /// The user presses the dial button.
    case dialButtonPressed

    /// The telephone can't dial this number of an output.
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

  /// Greets, echoes and dials.
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
