#if canImport(SwiftUI)
  public import StoreCore
  public import SwiftUI

  /// The screens of a ``PracticeApp``, in a navigation.
  public struct PracticeView: View {
    /// The store.
    private let store: StoreOf<PracticeApp>

    /// Creates the screens of a store.
    public init(store: StoreOf<PracticeApp>) {
      self.store = store
    }

    /// The list, and the screens above it. If the user swipes back, the path sends the ids that are left.
    public var body: some View {
      NavigationStack(path: Binding(store.binding(\.path.ids, send: PracticeApp.Input.pathChanged))) {
        PieceListView(store: store.scope(\.list, PracticeApp.Input.list))
          .navigationDestination(for: ScreenID.self) { screen($0) }
      }
    }

    /// The view of a screen.
    @ViewBuilder private func screen(_ id: ScreenID) -> some View {
      store.scope(\.path, id: id, \.detail, PracticeApp.Input.detail).map { PieceDetailView(store: $0) }
      store.scope(\.path, id: id, \.recorder, PracticeApp.Input.recorder).map { RecorderView(store: $0) }
      store.scope(\.path, id: id, \.settings, PracticeApp.Input.settings).map { SettingsView(store: $0) }
    }
  }

  /// The first screen.
  struct PieceListView: View {
    /// The store of the screen.
    let store: StoreOf<PieceList>

    /// The pieces, the form above them, and the question after a backup that has failed.
    var body: some View {
      List {
        ForEach(store.library.pieces) { piece in
          Button(piece.title) { store.send(.pieceTapped(piece.id)) }
        }
        if case .running(let failures) = store.backup { Text("Backing up, attempt \(failures + 1)") }
        Button("Add") { store.send(.addTapped) }
        Button("Back up") { store.send(.backUpTapped) }
        Button("Settings") { store.send(.settingsTapped) }
      }
      .sheet(isPresented: Binding(store.binding(presenting: \.form, dismiss: .formDismissed))) {
        store.scope(\.form, PieceList.Input.form).map { PieceFormView(store: $0) }
      }
      .alert(store.alert, isPresented: store.binding(presenting: \.alert, dismiss: .alert(.dismissed))) {
        store.send(.alert($0))
      }
    }
  }

  /// The form for a new piece.
  struct PieceFormView: View {
    /// The store of the form.
    let store: StoreOf<PieceForm>

    /// A field for each text.
    var body: some View {
      List {
        TextField("Title", text: Binding(store.binding(\.title, PieceForm.Input.binding)))
        if store.lacksTitle { Text("A piece needs a title.") }
        TextField("Composer", text: Binding(store.binding(\.composer, PieceForm.Input.binding)))
        Button("Save") { store.send(.saveTapped) }
      }
    }
  }

  /// The screen of a piece.
  struct PieceDetailView: View {
    /// The store of the screen.
    let store: StoreOf<PieceDetail>

    /// The sessions, and what to do with the piece.
    var body: some View {
      VStack {
        Text(store.piece.title)
        Text("\(store.piece.sessions.count) sessions")
        Button("Practise") { store.send(.practiseTapped) }
        Button("Remove", role: .destructive) { store.send(.removeTapped) }
      }
      .alert(store.alert, isPresented: store.binding(presenting: \.alert, dismiss: .alert(.dismissed))) {
        store.send(.alert($0))
      }
    }
  }

  /// The recorder of a session.
  struct RecorderView: View {
    /// The store of the recorder.
    let store: StoreOf<SessionRecorder>

    /// The time, and the buttons.
    var body: some View {
      VStack {
        Text("\(store.seconds) s")
        if store.state.hasReachedGoal { Text("Well done!") }
        Button(store.isPaused ? "Go on" : "Pause") { store.send(.pauseTapped) }
        Button("Done") { store.send(.doneTapped) }
        Button("Discard") { store.send(.discardTapped) }
      }
    }
  }

  /// The settings.
  struct SettingsView: View {
    /// The store of the screen.
    let store: StoreOf<SettingsScreen>

    /// A control for each setting.
    var body: some View {
      List {
        Text("\(store.settings.goal) minutes")
        Button("More") { store.send(.goalStepped(by: 5)) }
        Button("Less") { store.send(.goalStepped(by: -5)) }
        Button(store.settings.backsUp ? "Don't back up" : "Back up") { store.send(.backsUpToggled) }
      }
    }
  }
#endif
