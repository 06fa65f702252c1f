import StoreDependencies
import Testing

@testable import StoreCore

private enum Tab: Hashable, Sendable {
  case home
  case search(String)
}

private enum Action: Sendable {
  case tabTapped(Tab)
  case moved(from: Tab, to: Tab?)
  case child(Sealed<Tab>)
}

private struct Request: Hashable, Sendable {
  var tab: Tab
  var counts: [Tab: Int] = [:]
}

private struct Named: CustomStringConvertible { var description: String { "a name" } }

@Suite struct ValueTextTests {
  private static var samples: [(value: Any, text: String)] {
    [
      (Tab.home, ".home"),
      (Action.tabTapped(.home), ".tabTapped(.home)"),
      (Action.moved(from: .search("a"), to: nil), ".moved(from: .search(\"a\"), to: nil)"),
      (Action.child(Sealed(.home)), ".child(.home)"),
      (Request(tab: .home, counts: [.home: 1]), "Request(tab: .home, counts: [.home: 1])"),
      ([Tab.home, .search("b")], "[.home, .search(\"b\")]"),
      (Tab?.some(.home) as Any, ".home"),
      ((1, Tab.home), "(1, .home)"),
      ("a", "\"a\""),
      (1.5, "1.5"),
      (Named(), "a name"),
    ]
  }

  @Test(arguments: 0..<11)
  func `a value's text names no modules and no enclosing types`(index: Int) {
    #expect(valueText(of: Self.samples[index].value) == Self.samples[index].text)
  }

  @Test func `the label of an effect, of an object and of an id name no modules and no enclosing types`() {
    struct Work: EffectObject {
      let tab: Tab
      func run(_ send: Send<Int>) async {}
    }
    let payload: any Hashable & Sendable = Request(tab: .home)
    let site = CallSite(fileID: "", filePath: "", line: 1, column: 1)
    let effect = EffectDescription(kind: .run, name: "load", payload: payload, site: site)
    #expect(effect.label == "load(Request(tab: .home, counts: [:]))")
    #expect(Work(tab: .search("a")).label == "Work(tab: .search(\"a\"))")
    #expect(EffectIdentifier(Tab.home).description == "home")
    #expect(EffectIdentifier("a").description == "a")
    #expect(EffectIdentifier([Tab.home]).description == "[.home]")
  }
}
