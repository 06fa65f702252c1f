// A projection to a tuple, which isn't Equatable.
import StoreTesting

@MainActor final class Model {
  var query = ""
  var results: [String] = []
  var isLoading = false
}

actor Tally {
  var count = 0
  var name = ""
}

struct Shown: Equatable {
  var query = ""
  var results: [String] = []
}

@MainActor func test() async {
  _ = TestStore(of: Model()) { Shown(query: $0.query, results: $0.results) }
  _ = TestStore(of: Model(), projection: \.query)
  _ = TestStore(of: Model()) { ($0.query, $0.results) }  // error: A tuple isn't 'Equatable'. Return a structure
  _ = TestStore(of: Model()) { ($0.query, $0.results, $0.isLoading) }  // error: A tuple isn't 'Equatable'.
  _ = TestStore(of: Tally()) { await $0.count }
  _ = TestStore(of: Tally()) { await ($0.count, $0.name) }  // error: A tuple isn't 'Equatable'.
}
