import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// The screens of the practice app, each alone. Two of them write as often as the user taps, so their spaces have no end;
/// these are in `PracticeSchedulesTests`.
@Suite("Practice screens in all situations")
struct PracticeSpacesTests {
  private let prelude = Piece(id: 1, title: "Prelude")

  @Test func `PieceForm keeps its properties in every situation`() {
    let space = StateSpace(
      initialState: PieceForm.State(),
      inputs: [.binding(.set(\.title, "Prelude")), .binding(.set(\.title, "")), .saveTapped]
    ) {
      PieceForm()
    }
    let report = space.check(
      .always("a form that lacks a title has none") { !$0.lacksTitle || $0.title.isEmpty },
      .sometimes("a form that lacks a title") { $0.lacksTitle }
    )
    #expect(report.isComplete)
  }

  @Test func `SessionRecorder keeps its properties in every situation`() {
    let space = StateSpace(
      initialState: SessionRecorder.State(piece: prelude, goal: 5),
      inputs: [.pauseTapped, .doneTapped, .discardTapped],
      canonical: { $0.seconds = min($0.seconds, 2) }
    ) {
      SessionRecorder()
    } responses: { effect in
      effect.name == "timer"
        ? [.sends(.secondPassed, then: .repeats)] : [5, 10].map { .sends(.goalChanged($0), then: .repeats) }
    }
    let report = space.check(
      .always("it counts unless it is paused") { $0.isPaused != $0.isRunning("timer") },
      .always("one timer runs at most") { recorder in recorder.running.count { $0.name == "timer" } <= 1 },
      .always("a pause changes no time") { old, _, new in !old.isPaused || new.seconds == old.seconds }
    )
    #expect(report.isComplete)
  }

  @Test func `PieceList keeps its properties in every situation`() {
    let libraries = [PracticeLibrary(), PracticeLibrary(pieces: [prelude])]
    let space = StateSpace(initialState: PieceList.State()) { list in
      [.backUpTapped, .pieceTapped(1), .addTapped, .formDismissed, .alert(.dismissed), .alert(.chosen(.tryAgain))]
        + (list.form == nil ? [] : [.form(.saveTapped)])
    } reducer: {
      PieceList()
    } responses: { effect in
      switch effect.name {
      case "back up": [.sends(.backedUp), .sends(.backUpFailed)]
      case "follow PracticeLibrary": libraries.map { .sends(.libraryChanged($0), then: .repeats) }
      default: [.sends(.settingsChanged(PracticeSettings(backsUp: true)), then: .repeats)]
      }
    }
    let report = space.check(
      .always("it is backed up just when an attempt runs") { ($0.backup != .idle) == $0.isRunning("back up") },
      .always("one attempt runs at most") { list in list.running.count { $0.name == "back up" } <= 1 },
      .always("a question means that no attempt runs") { $0.alert == nil || $0.backup == .idle },
      .always("three failures are the most") { $0.backup != .running(failures: 4) },
      .sometimes("a question") { $0.alert != nil },
      .sometimes("a backup of a change") { $0.settings.backsUp && $0.isRunning("back up") }
    )
    #expect(report.isComplete)
  }
}
