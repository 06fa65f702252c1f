import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import AcceptingApp

/// Tests with tabs.
struct SettingsTests {
	typealias Account = Settings.Account

	let date = Date(timeIntervalSince1970: 60)

	func makeStore(_ state: Settings.State) -> TestStore<Settings> {
		TestStore(initialState: state) {
			Settings()
		} withDependencies: {
			$0.date.now = date
			$0.settingsClient.save = {}
			$0.settingsClient.open = { _ in }
		}
	}

	@Test func themes() async {
		let store = makeStore(Settings.State())
		await store.send(.themeChosen(Settings.Theme(name: "dark", colours: ["black"]))) {
			$0.general.theme.name = "dark"
			$0.general.theme.colours = ["black"]
		}
		await store.send(.contrastChanged(2)) { $0.general.theme.contrast = .high(level: 2) }
		await store.send(.fontChanged(by: 6)) {
			$0.general.fontSize += 6
			$0.general.scale = 1.5
		}
		await store.clock.advance(by: .seconds(2))
		await store.receive(.saved) { $0.savedAt = date }
		await store.finish()
	}

	@Test func accounts() async {
		let store = makeStore(Settings.State())
		store.exhaustivity = .strict
		await store.send(.accountAdded("eve")) { $0.accounts = [Account(id: "eve")] }
		await store.send(.serverChanged(account: "eve", host: "example.org")) {
			$0.accounts[0].server = Account.Server(host: "example.org")
		}
		await store.send(.pathAdded(account: "eve", "/a")) { $0.accounts[0].server?.paths = ["/a"] }
		await store.send(.pathAdded(account: "eve", "/b")) { $0.accounts[0].server?.paths.append("/b") }
		await store.clock.advance(by: .seconds(2))
		await store.receiveEffect("save")
		await store.receive(.saved) { $0.savedAt = date }
		await store.finish()
	}

	@Test func shortcuts() async {
		let store = makeStore(Settings.State(shortcuts: [.quit: .plain("q")]))
		store.exhaustivity = .strict
		await store.send(.shortcutSet(.open, .shifted("o", count: 2))) { $0.shortcuts[.open] = .shifted("o", count: 2) }
		await store.send(.shortcutSet(.quit, .none)) { $0.shortcuts[.quit] = Settings.Command.none }
		await store.send(.linkOpened("https://example.org/?a=1")) { $0.url = URL(string: "https://example.org/?a=1") }
		await store.receiveEffect("open", of: "https://example.org/?a=1")
		await store.clock.advance(by: .seconds(2))
		await store.receiveEffect("save")
		await store.receive(.saved) { $0.savedAt = date }
		await store.finish()
	}

	@Test func windows() async {
		let store = makeStore(Settings.State(savedAt: date))
		await store.send(.windowOpened) { $0.window = Settings.Window(width: 800, height: 600) }
		await store.send(.windowResized(width: 640, height: 480)) {
			$0.window?.width = 640
			$0.window?.height = 480
		}
		await store.send(.windowClosed) { $0.window = nil }
		await store.clock.advance(by: .seconds(2))
		await store.receive(.saved)
		await store.finish()
	}
}
