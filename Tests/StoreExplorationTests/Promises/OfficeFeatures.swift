import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A form with documents. Removing the last one that is uploaded leaves the form waiting for it, unless it is fixed.
struct BenefitForm: Reducer {
  enum Kind: String, CaseIterable { case income, lease }

  struct Document: Equatable, Identifiable {
    let kind: Kind
    var upload = Upload.running

    var id: Kind { kind }
  }

  enum Upload: Equatable { case running, done(Int), failed }

  enum Submission { case editing, waiting, sent }

  struct State: Equatable {
    var documents: IdentifiedArray<Document> = []
    var isDeclared = false
    var submission = Submission.editing

    var canSubmit: Bool {
      submission == .editing && isDeclared && !documents.isEmpty && documents.allSatisfy { $0.upload != .failed }
    }
  }

  enum Input: Equatable { case declarationTapped, added(Kind), removed(Kind), submitTapped, newTapped }
  enum Feedback { case uploaded(Kind, Int), failed(Kind) }

  let isFixed: Bool

  @Dependency(\.suspectTranslation) private var upload

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.declarationTapped): state.isDeclared.toggle()
    case .input(.added(let kind)):
      guard state.documents[id: kind] == nil else { return .none }
      state.documents.append(Document(kind: kind))
      return .run("upload", of: kind) { send in
        await send(.uploaded(kind, try await upload(".\(kind)", 1).count))
      } catch: { _, send in
        await send(.failed(kind))
      }
      .cancellable(id: kind)
    case .input(.removed(let kind)):
      state.documents.remove(id: kind)
      if isFixed { submit(&state) }
      return .cancel(id: kind)
    case .input(.submitTapped):
      guard state.canSubmit else { return .none }
      state.submission = .waiting
      submit(&state)
    case .input(.newTapped): if state.submission == .sent { state = State() }
    case .feedback(.uploaded(let kind, let token)):
      state.documents[id: kind]?.upload = .done(token)
      submit(&state)
    case .feedback(.failed(let kind)):
      state.documents[id: kind]?.upload = .failed
      if state.submission == .waiting { state.submission = .editing }
    }
    return .none
  }

  /// Sends the form once its documents are uploaded.
  private func submit(_ state: inout State) {
    guard state.submission == .waiting, state.documents.allSatisfy({ $0.upload != .running }) else { return }
    state.submission = state.documents.isEmpty ? .editing : .sent
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      let present = state.documents.map { Input.removed($0.kind) }
      switch state.submission {
      case .sent: return [.newTapped]
      case .waiting: return present
      case .editing:
        let absent = Kind.allCases.filter { state.documents[id: $0] == nil }.map { Input.added($0) }
        return [.declarationTapped] + present + absent + (state.canSubmit ? [.submitTapped] : [])
      }
    }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("upload", at: \.suspectTranslation) { kind, _ in [.success(kind), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

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
