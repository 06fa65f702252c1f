import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct R02Offline: Error {}

struct R02Patterns: DependencyKey, Sendable {
  var notes: @Sendable (_ pattern: String) async throws -> String
  var save: @Sendable (_ pattern: String, _ text: String) async throws -> Void

  static let liveValue = R02Patterns(notes: { _ in "" }, save: { _, _ in })
  static let testValue = R02Patterns(
    notes: unimplemented("R02Patterns.notes"),
    save: unimplemented("R02Patterns.save")
  )
}

extension DependencyValues {
  var r02Patterns: R02Patterns {
    get { self[R02Patterns.self] }
    set { self[R02Patterns.self] = newValue }
  }
}

/// The notes of a sewing pattern. A link of another app can open a pattern at any time.
struct R02SewingNotes: Reducer {
  enum State: Equatable {
    case library
    case opening(String)
    case unreachable(String)
    case editing(Sheet)
    case asking(Sheet, place: Place)
    case saving(Sheet, then: Place?)
  }

  struct Sheet: Equatable {
    var pattern: String
    var saved: String
    var text: String
    var hasFailed = false
    var isChanged: Bool { text != saved }
  }

  enum Place: Equatable { case library, pattern(String) }
  enum Answer { case save, discard, stay }

  enum Input {
    case patternTapped(String)
    case linkOpened(String)
    case noteChanged(String)
    case saveTapped
    case closeTapped
    case retryTapped
    case answered(Answer)
  }

  enum Feedback { case opened(String), openingFailed, saved, savingFailed }

  private enum CancelID { case open }

  @Dependency(\.r02Patterns) private var patterns

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.patternTapped(let pattern)):
      guard state == .library else { return .none }
      return move(to: .pattern(pattern), &state)

    case .input(.linkOpened(let pattern)):
      return leave(for: .pattern(pattern), &state)

    case .input(.closeTapped):
      if case .asking = state { return .none }
      return leave(for: .library, &state)

    case .input(.retryTapped):
      guard case .unreachable(let pattern) = state else { return .none }
      return move(to: .pattern(pattern), &state)

    case .input(.noteChanged(let text)):
      guard case .editing(var sheet) = state else { return .none }
      sheet.text = text
      sheet.hasFailed = false
      state = .editing(sheet)
      return .none

    case .input(.saveTapped):
      guard case .editing(let sheet) = state, sheet.isChanged else { return .none }
      return save(sheet, then: nil, &state)

    case .input(.answered(let answer)):
      guard case .asking(let sheet, place: let place) = state else { return .none }
      switch answer {
      case .save: return save(sheet, then: place, &state)
      case .discard: return move(to: place, &state)
      case .stay:
        state = .editing(sheet)
        return .none
      }

    case .feedback(.opened(let text)):
      guard case .opening(let pattern) = state else { return .none }
      state = .editing(Sheet(pattern: pattern, saved: text, text: text))
      return .none

    case .feedback(.openingFailed):
      guard case .opening(let pattern) = state else { return .none }
      state = .unreachable(pattern)
      return .none

    case .feedback(.saved):
      guard case .saving(var sheet, then: let place) = state else { return .none }
      if let place { return move(to: place, &state) }
      sheet.saved = sheet.text
      state = .editing(sheet)
      return .none

    case .feedback(.savingFailed):
      guard case .saving(var sheet, then: let place) = state else { return .none }
      sheet.hasFailed = true
      if let place { state = .asking(sheet, place: place) } else { state = .editing(sheet) }
      return .none
    }
  }

  /// Goes to a place, as soon as nothing can be lost.
  private func leave(for place: Place, _ state: inout State) -> Effect<Feedback, Never> {
    switch state {
    case .library, .unreachable:
      return move(to: place, &state)

    case .opening(let pattern):
      return place == .pattern(pattern) ? .none : move(to: place, &state)

    case .editing(let sheet):
      guard place != .pattern(sheet.pattern) else { return .none }
      guard sheet.isChanged else { return move(to: place, &state) }
      state = .asking(sheet, place: place)
      return .none

    case .asking(let sheet, place: _):
      state = place == .pattern(sheet.pattern) ? .editing(sheet) : .asking(sheet, place: place)
      return .none

    case .saving(let sheet, then: _):
      state = .saving(sheet, then: place == .pattern(sheet.pattern) ? nil : place)
      return .none
    }
  }

  private func move(to place: Place, _ state: inout State) -> Effect<Feedback, Never> {
    switch place {
    case .library:
      state = .library
      return .cancel(id: CancelID.open)
    case .pattern(let pattern):
      state = .opening(pattern)
      return .run("open", of: pattern) { send in
        await send(.opened(try await patterns.notes(pattern)))
      } catch: { _, send in
        await send(.openingFailed)
      }
      .cancellable(id: CancelID.open, cancelInFlight: true)
    }
  }

  private func save(_ sheet: Sheet, then place: Place?, _ state: inout State) -> Effect<Feedback, Never> {
    var sheet = sheet
    sheet.hasFailed = false
    state = .saving(sheet, then: place)
    let (pattern, text) = (sheet.pattern, sheet.text)
    return .run("save", of: text) { send in
      try await patterns.save(pattern, text)
      await send(.saved)
    } catch: { _, send in
      await send(.savingFailed)
    }
  }
}

struct R02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R02SewingNotes.State) -> [R02SewingNotes.Input] in
        let links: [R02SewingNotes.Input] = [.linkOpened("skirt"), .linkOpened("coat")]
        switch state {
        case .library: return links + [.patternTapped("skirt")]
        case .opening: return links + [.closeTapped]
        case .unreachable: return links + [.closeTapped, .retryTapped]
        case .editing: return links + [.noteChanged("hem"), .noteChanged("zip"), .saveTapped, .closeTapped]
        case .asking: return links + [.answered(.save), .answered(.discard), .answered(.stay)]
        case .saving: return links + [.closeTapped, .saveTapped]
        }
      }
    ) { () -> TestStore<R02SewingNotes> in
      let store = TestStore(initialState: R02SewingNotes.State.library) { R02SewingNotes() }
      store.gate("notes", at: \.r02Patterns.notes) { _ in [.success(""), .failure(R02Offline())] }
      store.gate("save", at: \.r02Patterns.save) { _ in [.success(()), .failure(R02Offline())] }
      return store
    }
  }
}
