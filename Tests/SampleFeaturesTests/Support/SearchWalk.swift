import SampleFeatures
import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A step of a walk: an input of the user, time that passes, or an answer of the client.
enum SearchMove: CaseIterable {
  /// The user extends a query of the letter a, or types the query b.
  case type, typeOther

  case typeSpace
  case clear

  /// The clock advances by 200 milliseconds, or by the 300 milliseconds of the debounce.
  case blink, wait

  case respond, fail
  case tap
}

/// Performs moves, and checks the rules after each.
///
/// - Parameters:
///   - moves: The moves, in order.
///   - state: The initial state.
///   - feature: The search.
///   - edit: The input that changes the query.
///   - tap: The input that chooses a result.
///   - rules: Conditions on the state and the names of the in-flight effects, by name.
func walk<Feature: Reducer>(
  _ moves: [SearchMove],
  from state: Feature.State,
  in feature: Feature,
  edit: (String) -> Feature.Input,
  tap: (SearchResult) -> Feature.Input,
  rules: [String: (Feature.State, _ effects: [String]) -> Bool]
) async where Feature.State: Equatable {
  let server = Server()
  let store = TestStore(initialState: state) {
    feature
  } withDependencies: {
    $0.searchClient = server.client
  }
  store.exhaustivity = .off

  var query = ""
  for (index, move) in moves.enumerated() {
    switch move {
    case .type: query = query.contains("a") ? query + "a" : "a"
    case .typeOther: query = "b"
    case .typeSpace: query += " "
    case .clear: query = ""
    default: break
    }
    switch move {
    case .type, .typeOther, .typeSpace, .clear: await store.send(edit(query))
    case .blink: await store.clock.advance(by: .milliseconds(200))
    case .wait: await store.clock.advance(by: .milliseconds(300))
    case .respond: server.answer(with: .success([SearchResult(title: query)]))
    case .fail: server.answer(with: .failure(Server.Failure()))
    case .tap: await store.send(tap(SearchResult(title: "tapped")))
    }
    await store.settle()
    await store.skipReceived(strict: false)
    let effects = store.inFlightEffects.compactMap(\.name)
    for (name, holds) in rules where !holds(store.state, effects) {
      Issue.record("It does not hold that \(name) after \(moves[...index]): \(store.state), \(effects)")
    }
  }
  await store.cancelInFlightEffects(strict: false)
  await store.finish()
}

extension SearchMove {
  /// Returns every sequence of moves of a length.
  static func sequences(ofLength length: Int) -> [[SearchMove]] {
    (0..<length).reduce([[]]) { sequences, _ in
      sequences.flatMap { sequence in allCases.map { sequence + [$0] } }
    }
  }

  /// Returns a sequence of random moves that the seed determines.
  static func randomSequence(ofLength length: Int, seed: UInt64) -> [SearchMove] {
    var generator = SplitMix64(seed: seed)
    return (0..<length).compactMap { _ in allCases.randomElement(using: &generator) }
  }
}
