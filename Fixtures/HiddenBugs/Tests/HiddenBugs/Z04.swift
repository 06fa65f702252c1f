import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An editor for photos: a look is rendered as a preview, and exported as a new photo.
struct Z04Editor: Reducer {
  enum Choice: Equatable, Sendable { case discard }

  struct State: Equatable {
    var photo: String?
    var look = Z04Look.original
    var preview: Z04Preview?
    var failedLook: Z04Look?
    var exporting: Z04Look?
    var exported: Z04Look?
    var exportHasFailed = false
    var closesAfterExport = false
    var question: AlertState<Choice>?

    /// Whether a newer preview is on its way.
    var isRendering: Bool { look != .original && preview?.look != look && failedLook != look }

    var canExport: Bool { look != .original && preview?.look == look && exporting == nil && exported != look }

    var hasUnsavedLook: Bool { look != .original && exported != look }
  }

  enum Input: Equatable, Sendable {
    case photoTapped(String)
    case lookTapped(Z04Look)
    case renderAgainTapped
    case exportTapped
    case closeTapped
    case answered(AlertState<Choice>.Answer)
  }

  enum Feedback: Equatable, Sendable {
    case rendered(Z04Preview)
    case notRendered(Z04Look)
    case exported(Z04Look)
    case notExported
  }

  private enum CancelID { case render }

  @Dependency(\.z04Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.photoTapped(let photo)):
      guard state.photo == nil else { return .none }
      state = State(photo: photo)
      return .none

    case .input(.lookTapped(let look)):
      guard let photo = state.photo, look != state.look else { return .none }
      state.look = look
      state.failedLook = nil
      state.exportHasFailed = false
      state.closesAfterExport = false
      return render(photo, state)

    case .input(.renderAgainTapped):
      guard let photo = state.photo, state.failedLook == state.look else { return .none }
      state.failedLook = nil
      return render(photo, state)

    case .input(.exportTapped):
      guard let photo = state.photo, state.canExport else { return .none }
      let look = state.look
      state.exporting = look
      state.exportHasFailed = false
      return .run("export", of: look) { send in
        try await client.export(photo, look)
        await send(.exported(look))
      } catch: { _, send in
        await send(.notExported)
      }

    case .input(.closeTapped):
      guard state.photo != nil else { return .none }
      if state.hasUnsavedLook, state.exporting != state.look {
        state.question = AlertState(
          "Discard this look?",
          buttons: [.init("Discard", role: .destructive, action: .discard)]
        )
        return .none
      }
      return close(&state)

    case .input(.answered(let answer)):
      guard state.question.close(by: answer) == .discard else { return .none }
      return close(&state)

    case .feedback(.rendered(let preview)):
      state.preview = preview
      return .none

    case .feedback(.notRendered(let look)):
      state.failedLook = look
      return .none

    case .feedback(.exported(let look)):
      state.exporting = nil
      state.exported = look
      return state.closesAfterExport ? close(&state) : .none

    case .feedback(.notExported):
      state.exporting = nil
      state.exportHasFailed = true
      state.closesAfterExport = false
      return .none
    }
  }

  /// Renders the present look, unless its preview is there. What was rendered for another look is given up.
  private func render(_ photo: String, _ state: State) -> Effect<Feedback, Never> {
    guard state.isRendering else { return .cancel(id: CancelID.render) }
    let look = state.look
    return .run("render", of: look) { send in
      await send(.rendered(Z04Preview(look: look, image: try await client.render(photo, look))))
    } catch: { _, send in
      await send(.notRendered(look))
    }
    .debounce(id: CancelID.render, for: .milliseconds(200))
  }

  /// Goes back to the photos, once a running export has ended.
  private func close(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.exporting == nil else {
      state.closesAfterExport = true
      return .none
    }
    state = State()
    return .cancel(id: CancelID.render)
  }
}

enum Z04Look: Hashable, Sendable { case original, mono, warm }

struct Z04Preview: Equatable, Sendable {
  var look: Z04Look
  var image: String
}

struct Z04Client: TestDependencyKey, Sendable {
  var render: @Sendable (_ photo: String, _ look: Z04Look) async throws -> String
  var export: @Sendable (_ photo: String, _ look: Z04Look) async throws -> Void

  static let testValue = Z04Client(
    render: unimplemented("Z04Client.render"),
    export: unimplemented("Z04Client.export")
  )
}

extension DependencyValues {
  var z04Client: Z04Client {
    get { self[Z04Client.self] }
    set { self[Z04Client.self] = newValue }
  }
}

struct Z04OutOfMemory: Error {}

struct Z04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Z04Editor.State) -> [Z04Editor.Input] in
        guard state.photo != nil else { return [.photoTapped("beach")] }
        if let question = state.question {
          return question.buttons.map { Z04Editor.Input.answered($0.answer) } + [Z04Editor.Input.answered(.dismissed)]
        }
        var inputs: [Z04Editor.Input] = []
        for look in [Z04Look.original, .mono, .warm] where look != state.look { inputs.append(.lookTapped(look)) }
        if state.failedLook == state.look { inputs.append(.renderAgainTapped) }
        if state.canExport { inputs.append(.exportTapped) }
        if !state.closesAfterExport { inputs.append(.closeTapped) }
        return inputs
      }
    ) { () -> TestStore<Z04Editor> in
      let store = TestStore(initialState: Z04Editor.State()) { Z04Editor() }
      store.gate("render", at: \.z04Client.render) { request in
        [.success("\(request.0) in \(request.1)"), .failure(Z04OutOfMemory())]
      }
      store.gate("export", at: \.z04Client.export) { _ in [.success(()), .failure(Z04OutOfMemory())] }
      return store
    }
  }
}
