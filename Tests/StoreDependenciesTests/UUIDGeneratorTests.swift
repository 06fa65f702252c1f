import Foundation
import StoreDependencies
import Testing

@Suite struct UUIDGeneratorTests {
  @Test func `an incrementing generator counts from zero`() {
    @Dependency(\.uuid) var uuid
    for _ in 1...2 {
      withDependencies {
        $0.uuid = .incrementing
      } operation: {
        #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000000")
        #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000001")
        #expect(uuid() == UUID(2))
      }
    }
  }

  @Test func `concurrent callers get identifiers of their own`() async {
    let generator = UUIDGenerator.incrementing
    let all = await withTaskGroup(of: UUID.self) { group in
      for _ in 0..<100 { group.addTask { generator() } }
      return await group.reduce(into: Set<UUID>()) { $0.insert($1) }
    }
    #expect(all == Set((0..<100).map { UUID($0) }))
  }

  @Test(arguments: [
    (0, "00000000-0000-0000-0000-000000000000"),
    (42, "00000000-0000-0000-0000-00000000002A"),
    (Int(UInt32.max) + 1, "00000000-0000-0000-0000-000100000000"),
    (-1, "00000000-0000-0000-FFFF-FFFFFFFFFFFF"),
  ])
  func `an identifier is made from a number`(number: Int, text: String) {
    #expect(UUID(number).uuidString == text)
    #expect(UUIDGenerator.constant(UUID(number))().uuidString == text)
  }
}
