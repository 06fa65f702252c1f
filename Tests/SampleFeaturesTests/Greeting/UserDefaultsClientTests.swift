import Foundation
import SampleFeatures
import Testing

@Suite("User defaults client")
struct UserDefaultsClientTests {
  @Test func `The client reads what it has written, also with another instance`() async {
    let suite = "swift-store-testing-\(UUID())"
    defer { UserDefaults().removePersistentDomain(forName: suite) }
    let client = UserDefaultsClient.suite(suite)
    #expect(await client.text("name") == nil)
    await client.setText("Christian", "name")
    await client.setText("Ada", "other")
    #expect(await UserDefaultsClient.suite(suite).text("name") == "Christian")
  }
}
