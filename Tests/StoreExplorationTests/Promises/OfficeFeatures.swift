import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// The letters of the user who is signed in. The next user sees that a letter of the last one could not be archived, unless it is fixed.
struct SharedMailbox: Reducer {
  struct State: Equatable {
    var user: Int?
    var isSigningIn = false
    var letters: [Int] = []
    var archived: Set<Int> = []
    var notice: String?
  }

  enum Input: Equatable { case signInTapped(Int), archiveTapped(Int), noticeClosed, signOutTapped }
  enum Feedback { case signedIn(Int), notSignedIn, loaded([Int]), archiveFailed(Int) }

  private enum CancelID { case letters, archive }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let user)):
      guard state.user == nil, !state.isSigningIn else { return .none }
      state.isSigningIn = true
      return .run("sign in", of: user) { send in
        try await post("user \(user)")
        await send(.signedIn(user))
      } catch: { _, send in
        await send(.notSignedIn)
      }
    case .input(.archiveTapped(let letter)):
      guard state.letters.contains(letter), state.archived.insert(letter).inserted else { return .none }
      return .run("archive", of: letter) { _ in
        try await post("letter \(letter)")
      } catch: { _, send in
        await send(.archiveFailed(letter))
      }
      .cancellable(id: CancelID.archive, cancelInFlight: true)
    case .input(.noticeClosed): state.notice = nil
    case .input(.signOutTapped):
      guard state.user != nil else { return .none }
      state = State()
      return isFixed
        ? .merge(.cancel(id: CancelID.letters), .cancel(id: CancelID.archive)) : .cancel(id: CancelID.letters)
    case .feedback(.signedIn(let user)):
      state.isSigningIn = false
      state.user = user
      return .run("letters", of: user) { send in
        await send(.loaded((try? await load(user)) ?? []))
      }
      .cancellable(id: CancelID.letters)
    case .feedback(.notSignedIn): state.isSigningIn = false
    case .feedback(.loaded(let letters)): state.letters = letters
    case .feedback(.archiveFailed(let letter)):
      guard state.user != nil else { return .none }
      state.archived.remove(letter)
      state.notice = "Letter \(letter) could not be archived."
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.signInTapped(1), .archiveTapped(1), .noticeClosed, .signOutTapped],
      gates: [.load([1]), .post]
    )
  }
}
