import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The reports of a station's shifts. A report opens from the list, or by a link in a message of the control centre.
struct E31Reports: ActionReducer {
  enum Phase: Equatable {
    case loading
    case unavailable
    case clean
    case changed
    case saving
  }

  struct Editor: Equatable {
    var shift: String
    var text = ""
    var phase = Phase.loading
    var hasFailedToSave = false
  }

  /// Where the user goes once the changes may be lost; the list without a shift.
  struct Question: Equatable {
    var shift: String?
  }

  struct State: Equatable {
    var editor: Editor?
    var question: Question?
  }

  enum Action: Equatable, Sendable {
    case reportTapped(String)
    case linkOpened(String)
    case textChanged(String)
    case saveTapped
    case retryTapped
    case closeTapped
    case discardConfirmed
    case discardCancelled

    case loaded(String)
    case notLoaded
    case saved
    case notSaved
  }

  private enum CancelID { case load, save }

  @Dependency(\.e31Client) private var client

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .reportTapped(let shift):
      guard state.editor == nil else { return .none }
      return open(shift, into: &state)

    case .linkOpened(let shift):
      guard state.editor?.shift != shift else { return .none }
      if state.editor?.phase == .changed {
        state.question = Question(shift: shift)
        return .none
      }
      return open(shift, into: &state)

    case .textChanged(let text):
      guard state.editor?.phase == .clean || state.editor?.phase == .changed else { return .none }
      state.editor?.text = text
      state.editor?.phase = .changed
      state.editor?.hasFailedToSave = false
      return .none

    case .saveTapped:
      guard let editor = state.editor, editor.phase == .changed else { return .none }
      state.editor?.phase = .saving
      state.editor?.hasFailedToSave = false
      let report = E31Report(shift: editor.shift, text: editor.text)
      return .run("save", of: report) { send in
        try await client.save(report)
        await send(.saved)
      } catch: { _, send in
        await send(.notSaved)
      }
      .cancellable(id: CancelID.save, cancelInFlight: true)

    case .retryTapped:
      guard let editor = state.editor, editor.phase == .unavailable else { return .none }
      return open(editor.shift, into: &state)

    case .closeTapped:
      switch state.editor?.phase {
      case .saving?, nil:
        return .none
      case .changed?:
        state.question = Question(shift: nil)
        return .none
      case .loading?, .unavailable?, .clean?:
        return close(&state)
      }

    case .discardConfirmed:
      guard let question = state.question else { return .none }
      state.question = nil
      guard let shift = question.shift else { return close(&state) }
      return open(shift, into: &state)

    case .discardCancelled:
      state.question = nil
      return .none

    case .loaded(let text):
      state.editor?.text = text
      state.editor?.phase = .clean
      return .none

    case .notLoaded:
      state.editor?.phase = .unavailable
      return .none

    case .saved:
      state.editor?.phase = .clean
      return .none

    case .notSaved:
      state.editor?.phase = .changed
      state.editor?.hasFailedToSave = true
      return .none
    }
  }

  /// Shows a report in place of the present one.
  private func open(_ shift: String, into state: inout State) -> Effect<Action, Never> {
    state.editor = Editor(shift: shift)
    return .merge(
      .cancel(id: CancelID.save),
      .run("report", of: shift) { send in
        await send(.loaded(try await client.report(shift)))
      } catch: { _, send in
        await send(.notLoaded)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func close(_ state: inout State) -> Effect<Action, Never> {
    state.editor = nil
    return .cancel(id: CancelID.load)
  }
}

struct E31Report: Hashable, Sendable {
  var shift: String
  var text: String
}

struct E31Client: TestDependencyKey, Sendable {
  var report: @Sendable (_ shift: String) async throws -> String
  var save: @Sendable (_ report: E31Report) async throws -> Void

  static let testValue = E31Client(
    report: unimplemented("E31Client.report"),
    save: unimplemented("E31Client.save")
  )
}

extension DependencyValues {
  var e31Client: E31Client {
    get { self[E31Client.self] }
    set { self[E31Client.self] = newValue }
  }
}

struct E31Offline: Error {}

struct E31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E31Reports.State) -> [E31Reports.Action] in
        if state.question != nil { return [.discardConfirmed, .discardCancelled] }
        var inputs: [E31Reports.Action] = [.linkOpened("Early"), .linkOpened("Late")]
        switch state.editor?.phase {
        case nil: inputs += [.reportTapped("Early"), .reportTapped("Late")]
        case .loading?: inputs.append(.closeTapped)
        case .unavailable?: inputs += [.retryTapped, .closeTapped]
        case .clean?: inputs += [.textChanged("Lift 2 is out of order."), .closeTapped]
        case .changed?: inputs += [.textChanged("Lift 2 is out of order."), .saveTapped, .closeTapped]
        case .saving?: break
        }
        return inputs
      }
    ) { () -> TestStore<E31Reports> in
      let store = TestStore(initialState: E31Reports.State()) { E31Reports() }
      store.gate("report", at: \.e31Client.report) { shift in
        [.success("\(shift) shift: all quiet."), .failure(E31Offline())]
      }
      store.gate("save", at: \.e31Client.save) { _ in [.success(()), .failure(E31Offline())] }
      return store
    }
  }
}
