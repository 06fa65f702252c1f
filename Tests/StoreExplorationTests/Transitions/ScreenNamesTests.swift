import StoreCore
import Testing

@testable import StoreExploration

@Suite struct ScreenNamesTests {
  @Test(arguments: [[7, 9, 7], [1, 0, 1]] as [[ScreenID]])
  func `screens are named by where they occur first, not by their ids`(ids: [ScreenID]) {
    let names = ScreenNames()
    #expect(names.text(of: ids) == "[screen 0, screen 1, screen 0]")
    #expect(names.text(of: ids[1]) == "screen 1")
  }
}
