import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The claims of an insured person: a stack of screens, into which links of mails lead.
struct H27Claims: Reducer {
  struct State: Equatable {
    var path: Stack<H27Screen> = []

    /// The claim of a link that came while a form was being filled in. A banner shows it until the form is closed.
    var waitingLink: Int?

    var isSaving: Bool { path.screens.contains { $0.form?.isSaving == true } }
    var hasDraft: Bool { path.screens.contains { $0.form?.text.isEmpty == false } }
  }

  enum Input: Equatable, Sendable {
    case claimTapped(Int)
    case linkOpened(Int)
    case bannerTapped
    case bannerClosed
    case claim(ScreenID, H27Claim.Input)
    case form(ScreenID, H27Form.Input)
  }

  enum Feedback: Equatable, Sendable {
    case claim(ScreenID, ChildFeedback<H27Claim>)
    case form(ScreenID, ChildFeedback<H27Form>)
  }

  let claim = ScopeScreens<H27Claims, H27Claim>(at: .screens(\.path, \.claim), feedback: Feedback.claim) { H27Claim() }
  let form = ScopeScreens<H27Claims, H27Form>(at: .screens(\.path, \.form), feedback: Feedback.form) { H27Form() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.claimTapped(let number)):
      guard state.path.isEmpty else { return .none }
      return show(number, in: &state)

    case .input(.linkOpened(let number)):
      guard !state.isSaving, !state.hasDraft else {
        state.waitingLink = number
        return .none
      }
      return show(number, in: &state)

    case .input(.bannerTapped):
      guard state.waitingLink != nil, let id = state.path.ids.last, state.path.top?.form != nil else { return .none }
      return form.reduce(.input(.cancelTapped), id: id, into: &state)

    case .input(.bannerClosed):
      state.waitingLink = nil
      return .none

    case .input(.claim(let id, let input)): return claim.reduce(.input(input), id: id, into: &state)
    case .input(.form(let id, let input)): return form.reduce(.input(input), id: id, into: &state)
    case .feedback(.claim(let id, .feedback(let feedback))):
      return claim.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.form(let id, .feedback(let feedback))):
      return form.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.claim(_, .output(.write(let number)))):
      state.path.push(.form(H27Form.State(claim: number)))
      return .none

    case .feedback(.claim(let id, .output(.closed))):
      state.path.pop(from: id)
      return .none

    case .feedback(.form(let id, .output(.closed))):
      state.path.pop(from: id)
      guard let number = state.waitingLink else { return .none }
      return show(number, in: &state)
    }
  }

  /// Shows a claim in place of all other screens.
  private func show(_ number: Int, in state: inout State) -> Effect<Feedback, Never> {
    state.waitingLink = nil
    state.path.popAll()
    let id = state.path.push(.claim(H27Claim.State(number: number)))
    return claim.start(id: id, from: state)
  }
}

enum H27Screen: Equatable {
  case claim(H27Claim.State)
  case form(H27Form.State)

  var claim: H27Claim.State? {
    get { if case .claim(let claim) = self { claim } else { nil } }
    set { if let newValue { self = .claim(newValue) } }
  }

  var form: H27Form.State? {
    get { if case .form(let form) = self { form } else { nil } }
    set { if let newValue { self = .form(newValue) } }
  }
}

/// The progress of a claim.
struct H27Claim: Reducer {
  struct State: Equatable {
    var number: Int
    var progress: String?
    var hasFailed = false

    var isLoading: Bool { progress == nil && !hasFailed }
  }

  enum Input: Equatable, Sendable { case reloadTapped, writeTapped, closeTapped }
  enum Feedback: Equatable, Sendable { case loaded(String), failed }
  enum Output: Equatable, Sendable { case write(Int), closed }

  @Dependency(\.h27Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.number) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      guard state.hasFailed else { return .none }
      state.hasFailed = false
      return load(state.number)
    case .input(.writeTapped): return .output(.write(state.number))
    case .input(.closeTapped): return .output(.closed)
    case .feedback(.loaded(let progress)): state.progress = progress
    case .feedback(.failed): state.hasFailed = true
    }
    return .none
  }

  private func load(_ number: Int) -> Effect<Feedback, Output> {
    .run("progress", of: number) { send in
      await send(.loaded(try await client.progress(number)))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

/// A message to the person who handles a claim.
struct H27Form: Reducer {
  struct State: Equatable {
    var claim: Int
    var text = ""
    var isSaving = false
    var hasFailed = false
    var asksToDiscard = false
  }

  enum Input: Equatable, Sendable { case typed(String), saveTapped, cancelTapped, discardTapped, keepTapped }
  enum Feedback: Equatable, Sendable { case saved, failed }
  enum Output: Equatable, Sendable { case closed }

  @Dependency(\.h27Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.typed(let text)):
      guard !state.isSaving, !state.asksToDiscard else { return .none }
      state.text = text
      state.hasFailed = false

    case .input(.saveTapped):
      guard !state.text.isEmpty, !state.isSaving, !state.asksToDiscard else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.text) { [claim = state.claim, text = state.text] send in
        try await client.save(H27Letter(claim: claim, text: text))
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }

    case .input(.cancelTapped):
      guard !state.isSaving else { return .none }
      if state.text.isEmpty { return .output(.closed) }
      state.asksToDiscard = true

    case .input(.discardTapped):
      guard state.asksToDiscard else { return .none }
      return .output(.closed)

    case .input(.keepTapped):
      state.asksToDiscard = false

    case .feedback(.saved):
      return .output(.closed)

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
    }
    return .none
  }
}

struct H27Letter: Equatable, Sendable {
  var claim: Int
  var text: String
}

struct H27Client: TestDependencyKey, Sendable {
  var progress: @Sendable (_ claim: Int) async throws -> String
  var save: @Sendable (_ letter: H27Letter) async throws -> Void

  static let testValue = H27Client(
    progress: unimplemented("H27Client.progress"),
    save: unimplemented("H27Client.save")
  )
}

extension DependencyValues {
  var h27Client: H27Client {
    get { self[H27Client.self] }
    set { self[H27Client.self] = newValue }
  }
}

struct H27Offline: Error {}

struct H27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H27Claims.State) -> [H27Claims.Input] in
        var inputs: [H27Claims.Input] = [.linkOpened(2)]
        if state.waitingLink != nil { inputs.append(.bannerClosed) }
        if state.waitingLink != nil, !state.isSaving { inputs.append(.bannerTapped) }
        guard let id = state.path.ids.last, let screen = state.path.top else { return inputs + [.claimTapped(1)] }
        switch screen {
        case .claim(let claim):
          inputs += [.claim(id, .writeTapped), .claim(id, .closeTapped)]
          if claim.hasFailed { inputs.append(.claim(id, .reloadTapped)) }
        case .form(let form):
          if form.asksToDiscard {
            inputs += [.form(id, .keepTapped), .form(id, .discardTapped)]
          } else if !form.isSaving {
            inputs += [.form(id, .typed("")), .form(id, .typed("The invoice follows.")), .form(id, .cancelTapped)]
            if !form.text.isEmpty { inputs.append(.form(id, .saveTapped)) }
          }
        }
        return inputs
      }
    ) { () -> TestStore<H27Claims> in
      let store = TestStore(initialState: H27Claims.State()) { H27Claims() }
      store.gate("progress", at: \.h27Client.progress) { claim in
        [.success("Claim \(claim) is being examined."), .failure(H27Offline())]
      }
      store.gate("save", at: \.h27Client.save) { _ in [.success(()), .failure(H27Offline())] }
      return store
    }
  }
}
