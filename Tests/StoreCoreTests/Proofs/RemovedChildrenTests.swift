import StoreCore
import StoreTesting
import TestSupport
import Testing

/// Random histories of collections, in which the effects of children run while the children are present.
@Suite struct RemovedChildrenTests {
  /// The number of steps of a history.
  private static let length = 30

  @Test(arguments: seeds(40))
  func `the effects of a collection's elements run while the elements are present`(seed: UInt64) async {
    var random = SplitMix64(seed: seed)
    let store = TestStore(initialState: Family.State(rows: [Child.State(id: 0)])) { Family() }
    store.exhaustivity = .off
    var napping: Set<Int> = []
    var earlier = [store.state.rows]
    for next in 1...Self.length {
      let rows = store.state.rows
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: await store.send(.change { $0.rows.append(Child.State(id: next)) })
      case 2:
        guard let id = rows.randomElement(using: &random)?.id else { continue }
        await store.send(.change { $0.rows.remove(id: id) })
      case 3, 4:
        let rows = earlier.randomElement(using: &random)!  // There is at least the first one.
        await store.send(.change { $0.rows = rows })
      case 5: earlier.append(rows)
      default:
        guard let id = rows.randomElement(using: &random)?.id, napping.insert(id).inserted else { continue }
        await store.send(.row(id, .nap("\(id)")))
      }
      napping.formIntersection(store.state.rows.ids)
      #expect(Set(store.inFlightEffects.map(\.label)) == Set(napping.map { "nap(\"\($0)\")" }))
    }
    await store.cancelInFlightEffects(strict: false)
    await store.finish()
    tally(.features)
  }

  @Test(arguments: seeds(40))
  func `the effects of nested elements run while the elements are present`(seed: UInt64) async {
    var random = SplitMix64(seed: seed)
    let store = TestStore(initialState: Street.State(houses: [Street.House(id: 0), Street.House(id: 1)])) { Street() }
    store.exhaustivity = .off
    var napping: Set<String> = []
    var earlier = [store.state.houses]
    for next in 2...Self.length {
      let houses = store.state.houses
      guard let house = houses.randomElement(using: &random) else { break }
      let (id, row) = (house.id, house.family.rows.randomElement(using: &random)?.id)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: await store.send(.change { $0.houses.append(Street.House(id: next)) })
      case 1 where houses.count > 1: await store.send(.change { $0.houses.remove(id: id) })
      case 2:
        let houses = earlier.randomElement(using: &random)!  // There is at least the first one.
        await store.send(.change { $0.houses = houses })
      case 3: earlier.append(houses)
      case 4: await store.send(.change { $0.houses[id: id]?.family.rows.append(Child.State(id: next)) })
      case 5:
        guard let row else { continue }
        await store.send(.change { $0.houses[id: id]?.family.rows.remove(id: row) })
      default:
        guard let row, napping.insert("\(id).\(row)").inserted else { continue }
        await store.send(.house(id, .family(.row(row, .nap("\(id).\(row)")))))
      }
      napping.formIntersection(store.state.houses.flatMap { house in house.family.rows.map { "\(house.id).\($0.id)" } })
      #expect(Set(store.inFlightEffects.map(\.label)) == Set(napping.map { "nap(\"\($0)\")" }))
    }
    await store.cancelInFlightEffects(strict: false)
    await store.finish()
    tally(.features)
  }

  @Test func `undo cancels the effects of the elements that it removes`() async {
    let store = TestStore(initialState: Family.State(rows: [Child.State(id: 1)])) { Family() }
    await store.send(.row(1, .nap("1")))
    await store.send(.row(1, .note("a"))) { $0.rows[id: 1]?.notes = ["a"] }
    let before = store.state.rows
    await store.send(.change { $0.rows.append(Child.State(id: 2)) }) { $0.rows.append(Child.State(id: 2)) }
    await store.send(.row(2, .nap("2")))
    await store.send(.change { $0.rows = before }) { $0.rows = before }
    #expect(store.inFlightEffects.map(\.label) == ["nap(\"1\")"])
    await store.cancelInFlightEffects()
    await store.finish()
  }
}

/// A grandparent with a collection of families.
private struct Street: Reducer {
  struct House: Equatable, Identifiable {
    var id: Int
    var family = Family.State()
  }

  /// A parent that passes all messages to its family.
  struct HouseFeature: Reducer {
    typealias State = House
    enum Input { case family(Family.Input) }
    enum Feedback { case family(ChildFeedback<Family>) }

    let family = Scope<HouseFeature, Family>(\.family, feedback: Feedback.family) { Family() }

    func reduce(message: Message<Input, Feedback>, into state: inout House) -> Effect<Feedback, Never> {
      switch message {
      case .input(.family(let input)): family.reduce(.input(input), into: &state)
      case .feedback(.family(.feedback(let feedback))): family.reduce(.feedback(feedback), into: &state)
      case .feedback(.family(.output)): .none
      }
    }
  }

  struct State: Equatable { var houses: IdentifiedArray<House> = [] }

  enum Input {
    case house(Int, HouseFeature.Input)
    case change(@Sendable (inout State) -> Void)
  }

  enum Feedback { case house(Int, ChildFeedback<HouseFeature>) }

  let houses = ScopeEach<Street, HouseFeature>(\.houses, feedback: Feedback.house) { HouseFeature() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.house(let id, let input)): return houses.reduce(.input(input), id: id, into: &state)
    case .input(.change(let change)):
      change(&state)
      return .none
    case .feedback(.house(let id, .feedback(let feedback))):
      return houses.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.house(_, .output)): return .none
    }
  }
}
