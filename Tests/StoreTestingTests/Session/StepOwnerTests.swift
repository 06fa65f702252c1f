import Testing

@testable import StoreTesting

@Suite struct StepOwnerTests {
  @Test(arguments: [(1, 2), (1, nil), (nil, 1)] as [(UInt?, UInt?)])
  func `a task can nest its steps, and no other task begins one before they have ended`(own: UInt?, other: UInt?) {
    let owner = StepOwner()
    for _ in 0..<2 {
      let begins = owner.begin(by: own)
      #expect(begins)
      let isRefused = !owner.begin(by: other)
      #expect(isRefused)
    }
    owner.end()
    #expect(owner.isBusy)
    let isStillRefused = !owner.begin(by: other)
    #expect(isStillRefused)
    owner.end()
    #expect(!owner.isBusy)
    let begins = owner.begin(by: other)
    #expect(begins)
  }
}
