import StoreCore
import StoreTesting
import Testing

@testable import StoreExploration

/// Promises about relations of fields, and about work.
@Suite struct RelationsTests {
  /// A feature with a planted bug.
  struct Planted: Sendable, CustomTestStringConvertible {
    let testDescription: String

    let complaint: String

    /// What holds without the bug.
    let promise: String

    let promises: @Sendable (_ isFixed: Bool) async throws -> Promises

    static let all = [
      Planted(
        testDescription: "a third failure that is for ever",
        complaint: "nothing at all ends phase == .failed",
        promise: "phase == .failed can be left"
      ) { Transfer.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a link that loads a second time",
        complaint: "load runs twice at a time, though inputs wait for it elsewhere",
        promise: "load runs whenever isLoading"
      ) { try await Reloading.space(isFixed: $0).promises() },
      Planted(
        testDescription: "an error that stays behind",
        complaint: "error != nil, though phase != .failed",
        promise: "error != nil exactly if phase == .failed"
      ) { Complaint.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a negative number",
        complaint: "amount is never negative, but not here",
        promise: "amount == items.count"
      ) { Basket.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a selection of what was removed",
        complaint: "selected is a part of ids, but not here",
        promise: "selected is a part of ids"
      ) { Catalog.space(isFixed: $0).promises() },
      Planted(
        testDescription: "an entry at the wrong place",
        complaint: "entries is in descending order of date, but not here",
        promise: "entries is in descending order of date"
      ) { Diary.space(isFixed: $0).promises() },
    ]
  }

  @Test(arguments: Planted.all) func `a planted bug is among the first two suspects`(_ planted: Planted) async throws {
    let promises = try await planted.promises(false)
    #expect(promises.suspects.prefix(2).map(\.complaint).contains(planted.complaint))
  }

  @Test func `lists correspond in more than one way`() {
    let promises = Catalog.space(isFixed: true).promises()
    #expect(
      promises.holding.map(\.text).filter { $0.contains("ids") && !$0.contains("order") }.sorted() == [
        "an element of ids occurs once", "ids and names have equal counts", "selected is a part of ids",
      ]
    )
  }

  @Test(arguments: Planted.all) func `a feature without the bug keeps the promise`(_ planted: Planted) async throws {
    let promises = try await planted.promises(true)
    #expect(promises.suspects.map(\.complaint) == [])
    #expect(promises.holding.map(\.text).contains(planted.promise))
  }
}
