import Foundation
import Practice
import StoreCore
import StoreDependencies

/// The app between its launch and its end, as its views would see it.
@MainActor
struct Launch {
  private let dependencies: DependencyValues

  let store: StoreOf<PracticeApp>

  /// Launches the app on the files of a folder.
  init(in folder: URL, server: BackupClient) {
    let dependencies = withDependencies {
      $0.keepPractice(in: folder) { print("  a file has a problem: \($0)") }
      $0.backupClient = server
    } operation: {
      DependencyValues.current
    }
    let list = PieceList.State(
      library: dependencies.practiceLibrary.value,
      settings: dependencies.practiceSettings.value
    )
    self.dependencies = dependencies
    store = Store(initialState: PracticeApp.State(list: list)) {
      PracticeApp()
    } withDependencies: {
      $0 = dependencies
    }
  }

  /// Waits until the state is as a user would see it.
  func wait(until isSeen: (PracticeApp.State) -> Bool) async {
    for await state in store.stateStream where isSeen(state) { return }
  }

  /// Saves the files at once, as an app does when it goes to the background.
  func save() async {
    await dependencies.practiceLibrary.save()
    await dependencies.practiceSettings.save()
  }
}
