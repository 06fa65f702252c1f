import Testing

@testable import StoreTesting

@Suite struct TaskTableTests {
  @Test("a table holds what a dictionary holds", arguments: [1, 7, 42])
  func likeDictionary(_ seed: UInt64) {
    var (table, dictionary) = (TaskTable<Int>(), [UInt64: Int]())
    var random = seed
    for step in 0..<2_000 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // It grows beyond the list, is emptied again, and grows once more.
      let number = (random >> 33) % (step / 200 % 2 == 0 ? 30 : 5)
      let value = random >> 62 == 0 || step / 100 % 4 == 3 ? nil : step
      table[number] = value
      dictionary[number] = value
      for number in UInt64(0)..<30 {
        #expect(table[number] == dictionary[number])
        #expect(table.contains(number) == (dictionary[number] != nil))
      }
    }
  }
}
