import Foundation
import StoreCore
import StoreTesting
import Testing

/// A child whose messages and states can be stored.
private struct CodableChild: Reducer {
  struct State: Codable, Equatable, Identifiable {
    let id: Int
  }

  enum Feedback: Codable, Equatable {
    case loaded(Int)
  }

  func reduce(message: Message<Never, Feedback>, into state: inout State) -> Effect<Feedback, String> { .none }
}

@Suite struct StoredMessagesTests {
  @Test func `messages of a child are encoded and decoded`() throws {
    let feedback: [ChildFeedback<CodableChild>] = [.feedback(.loaded(1)), .output("word")]
    let data = try JSONEncoder().encode(feedback)
    #expect(try JSONDecoder().decode([ChildFeedback<CodableChild>].self, from: data) == feedback)
  }

  @Test func `an array of elements with ids is encoded as an array, and decoded with its ids`() throws {
    let clerks: IdentifiedArray = [CodableChild.State(id: 2), CodableChild.State(id: 1)]
    let data = try JSONEncoder().encode(clerks)
    #expect(String(decoding: data, as: UTF8.self) == #"[{"id":2},{"id":1}]"#)
    let read = try JSONDecoder().decode(IdentifiedArray<CodableChild.State>.self, from: data)
    #expect(read == clerks)
    #expect(read.index(id: 1) == 1)
  }

  @Test func `an array with a duplicate id isn't decoded`() {
    let data = Data(#"{"rows":[{"id":1},{"id":2},{"id":1}]}"#.utf8)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([String: IdentifiedArray<CodableChild.State>].self, from: data)
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("Another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["rows"])
    #expect(context.debugDescription == "Two elements of an identified array have the id 1.")
  }
}
