import Foundation
import StoreCore
import StoreDependencies

/// Deeply nested settings that are saved after a pause.
struct Settings: ActionReducer {
  struct State: Equatable {
    var general = General()
    var accounts: [Account] = []
    var shortcuts: [Key: Command] = [:]
    var window: (Window)? = nil
    var savedAt: Date?
    var url: URL?
  }

  struct General: Equatable {
    var theme = Theme(name: "light", colours: ["white", "black"])
    var fontSize = 12
    var scale: Double = 1
  }

  struct Theme: Equatable, Sendable {
    var name: String
    var colours: [String]
    var contrast: Contrast = .normal
    enum Contrast: Equatable { case normal, high(level: Int) }
  }

  struct Account: Equatable, Identifiable, Sendable {
    var id: String
    var server: Server?
    struct Server: Equatable, Sendable {
      var host: String
      var port = 443
      var paths: [String] = []
    }
  }

  struct Window: Equatable, Sendable {
    var width = 0
    var height = 0
  }

  enum Key: String, Hashable, Sendable { case open, close, quit }
  enum Command: Equatable, Sendable { case none, plain(Character), shifted(Character, count: Int) }

  enum Action: Equatable, Sendable {
    case themeChosen(Theme)
    case contrastChanged(Int?)
    case fontChanged(by: Int)
    case accountAdded(String)
    case serverChanged(account: String, host: String)
    case pathAdded(account: String, String)
    case shortcutSet(Key, Command)
    case windowOpened, windowResized(width: Int, height: Int), windowClosed
    case linkOpened(String)
    case saved
  }

  enum CancelID { case saving }

  @Dependency(\.settingsClient) var client
  @Dependency(\.date) var date

  func reduce(action: Action, into state: inout State) -> EffectOf<Self> {
    switch action {
    case .themeChosen(let theme): state.general.theme = theme
    case .contrastChanged(let level): state.general.theme.contrast = level.map { .high(level: $0) } ?? .normal
    case .fontChanged(let points):
      state.general.fontSize += points
      state.general.scale = Double(state.general.fontSize) / 12
    case .accountAdded(let id): state.accounts.append(Account(id: id))
    case .serverChanged(let id, let host):
      guard let index = state.accounts.firstIndex(where: { $0.id == id }) else { return .none }
      state.accounts[index].server = Account.Server(host: host)
    case .pathAdded(let id, let path):
      guard let index = state.accounts.firstIndex(where: { $0.id == id }) else { return .none }
      state.accounts[index].server?.paths.append(path)
    case .shortcutSet(let key, let command): state.shortcuts[key] = command
    case .windowOpened: state.window = Window(width: 800, height: 600)
    case .windowResized(let width, let height):
      state.window?.width = width
      state.window?.height = height
    case .windowClosed: state.window = nil
    case .linkOpened(let text):
      state.url = URL(string: text)
      return .run("open", of: text) { _ in await client.open(text) }
    case .saved:
      state.savedAt = date.now
      return .none
    }
    return .run("save") { send in
      await client.save()
      await send(.saved)
    }
    .debounce(id: CancelID.saving, for: .seconds(2))
  }
}

struct SettingsClient: TestDependencyKey {
  var save: @Sendable () async -> Void
  var open: @Sendable (_ link: String) async -> Void
  static let testValue = SettingsClient(
    save: unimplemented("SettingsClient.save"),
    open: unimplemented("SettingsClient.open")
  )
}

extension DependencyValues {
  var settingsClient: SettingsClient {
    get { self[SettingsClient.self] }
    set { self[SettingsClient.self] = newValue }
  }
}
