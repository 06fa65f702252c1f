public import StoreCore
import StoreDependencies

/// A screen that greets its user by name, and dials the number that the user types.
///
/// - The number is echoed as it is typed. Pressing the button checks it: a valid one goes out as an intention to dial,
///   normalised, and one that can't be dialled goes nowhere and is explained in the state until it is edited.
/// - The intention carries the number as it is when the button is pressed; what is typed later makes no difference.
/// - The name is loaded once. Appearing again while it is loading, or when it is known, changes nothing, and no
///   appearance touches the number. After a failure the next appearance tries again.
public struct PhoneDialer: Reducer, Sendable {
  /// What the screen remembers.
  public struct State: Hashable, Sendable {
    /// Who is using the screen.
    public var username: Username

    /// The number as it was typed.
    public var phoneNumber: String

    /// Why the number can't be dialled, once the user has tried.
    public var problem: PhoneNumber.Problem?

    /// Makes a state; a name and a number may be filled in beforehand.
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

  /// What is known of the user's name.
  public enum Username: Hashable, Sendable {
    /// Nobody has asked for it.
    case unknown

    /// It is on its way.
    case loading

    /// This is it.
    case known(String)

    /// It did not come, and this is why.
    case failed(UsernameError)
  }

  /// What can happen on the screen.
  public enum Input: Hashable, Sendable {
    /// The screen has appeared, possibly again, and wants to know its user's name.
    case loadUsername

    /// The user has edited the number.
    case inputPhoneNumber(String)

    /// The user wants to dial.
    case dialButtonPressed
  }

  /// What the screen's effect finds out.
  public enum Feedback: Hashable, Sendable {
    /// The name has arrived, or has not.
    case usernameLoaded(Result<String, UsernameError>)
  }

  /// What the screen wants the platform to do, once.
  public enum Output: Hashable, Sendable {
    /// Dial this number, which is in normal form.
    case dial(String)
  }

  /// Where the name comes from.
  @Dependency(\.usernameClient) private var usernameClient

  /// Makes the reducer, which remembers nothing.
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
        return .output(.dial(try PhoneNumber(state.phoneNumber).text))
      } catch {
        state.problem = error
        return .none
      }

    case .feedback(.usernameLoaded(.success(let name))):
      state.username = .known(name)
      return .none

    case .feedback(.usernameLoaded(.failure(let error))):
      state.username = .failed(error)
      return .none
    }
  }
}
