import StoreCore
import Testing

@testable import StoreExploration
@testable import StoreTesting

@Suite struct ChoicesTests {
  @Test(arguments: [
    0...9, -5...5, 3...7, -7 ... -3, 0...0, Int.min...Int.max, Int.min...Int.min, -1...Int.max,
  ])
  func `a number is in its range, and the number nearest to zero is the simplest`(_ range: ClosedRange<Int>) {
    var choices = Choices(random: ExplorationRandom(seed: 1))
    for _ in 0..<200 { #expect(range.contains(choices.int(in: range))) }
    var simplest = Choices()
    #expect(simplest.int(in: range) == min(max(0, range.lowerBound), range.upperBound))
    var farthest = Choices([.max])
    #expect(range.contains(farthest.int(in: range)))
  }

  @Test func `each number has its own distance from the simplest`() {
    let numbers = (0...10).map { distance -> Int in
      var choices = Choices([UInt64(distance)])
      return choices.int(in: -5...5)
    }
    #expect(numbers == [0, 1, 2, 3, 4, 5, -1, -2, -3, -4, -5])
  }

  @Test func `recorded choices make the same values again`() throws {
    func make(_ choices: inout Choices) throws -> String {
      let number = choices.int(in: -1_000...1_000)
      let text = choices.string(count: 0...5, of: "abc")
      let list = try choices.array(count: 1...4) { try $0.element(of: [1, 2, 3]) }
      return "\(number) \(text) \(list) \(choices.bool()) \(choices.one(of: "x", "y"))"
    }
    for seed: UInt64 in 0..<50 {
      var choices = Choices(random: ExplorationRandom(seed: seed))
      let text = try make(&choices)
      var again = Choices(choices.made)
      #expect(try make(&again) == text)
      #expect(again.made == choices.made)
    }
  }

  @Test func `choices without randomness make the simplest values`() throws {
    var choices = Choices()
    #expect(choices.one(of: "a", "b") == "a")
    #expect(try choices.element(of: 3...9) == 3)
    #expect(choices.bool() == false)
    #expect(choices.string(count: 2...5, of: "xy") == "xx")
    #expect(choices.string(count: 2...5, of: "") == "")
    #expect(choices.array(count: -3 ... -1) { $0.bool() } == [])
    #expect(throws: NothingToChoose.self) { try choices.element(of: [Int]()) }
  }

  @Test(arguments: [(16, false), (17, true)])
  func `the bounds of a long range are frequent, and those of a short one are not`(_ greatest: Int, _ isLong: Bool) {
    var choices = Choices(random: ExplorationRandom(seed: 1))
    let numbers = (0..<2_000).map { _ in choices.int(in: 0...greatest) }
    let isFrequent = numbers.count { $0 == greatest } > 240
    #expect(isFrequent == isLong)
  }

  @Test func `each number of a long range is recorded with its limit`() {
    var choices = Choices(random: ExplorationRandom(seed: 1))
    for _ in 0..<50 { _ = choices.int(in: 0...1_000) }
    #expect(choices.made.count == 50)
    #expect(choices.limits == Array(repeating: 1_000, count: 50))
  }

  /// Numbers of which only one fails by itself, and texts and lists that are too long.
  @Test func `values shrink to the simplest ones`() async {
    let failures = await recordingFailures {
      await checkSequences {
        let store = TestStore(initialState: "") { Told<String, Entry> { state, entry in state = "\(entry)" } }
        store.always("numbers are small") { _, message, _ in
          if case .input(.number(let number)) = message { number > -37 } else { true }
        }
        return store
      } commands: {
        Command.send { .number($0.int(in: -1_000...1_000)) }
        Command.send { .text($0.string(count: 0...3, of: "abc")) }
      }
      await checkSequences {
        let store = TestStore(initialState: "") { Told<String, Entry> { state, entry in state = "\(entry)" } }
        store.always("texts have no c behind a b") { _, message, _ in
          if case .input(.text(let text)) = message { !text.contains("bc") } else { true }
        }
        return store
      } commands: {
        Command.send { .text($0.string(count: 0...8, of: "abc")) }
      }
    }
    #expect(failures.count == 2)
    #expect(failures.first?.details.contains("await store.send(.number(-37))\n") ?? false)
    #expect(failures.last?.details.contains("await store.send(.text(\"bc\"))\n") ?? false)
  }

  /// The inputs of the feature.
  enum Entry { case number(Int), text(String) }
}

@Suite struct ModeClassifierTests {
  /// A state with fields of every kind, whether or not they count for a mode.
  struct State {
    var phase = Phase.idle

    var isMuted = false

    var error: String?

    /// An optional of a type that alone would not count.
    var code: Int?

    /// A number, which doesn't count.
    var count = 3

    /// Elements, which don't count.
    var rows = [true, true]

    /// Fields within.
    var child: Child?

    var pair = (isOpen: false, 1)
  }

  /// A state within.
  struct Child { var isLoading = true }

  /// A case with more in it.
  enum Phase { case idle, calling(isFirst: Bool), talking(to: String) }

  @Test func `a mode consists of cases, true Booleans and present optionals`() {
    var state = State()
    #expect(ModeClassifier.mode(of: state) == "phase idle")
    state.phase = .calling(isFirst: true)
    state.isMuted = true
    state.error = "engaged"
    state.count = 4
    state.code = 404
    state.pair.isOpen = true
    #expect(
      ModeClassifier.mode(of: state) == "phase calling, phase.isFirst, isMuted, error some, code some, pair.isOpen"
    )
    state = State(phase: .talking(to: "b"), child: Child())
    #expect(ModeClassifier.mode(of: state) == "phase talking, child.isLoading")
    state.child?.isLoading = false
    #expect(ModeClassifier.mode(of: state) == "phase talking, child some")
  }

  /// A list that is its own rest.
  indirect enum Chain { case end, link(Chain) }

  @Test func `a mode has the cases of four levels`() {
    var chain = Chain.end
    for _ in 1...10 { chain = .link(chain) }
    #expect(ModeClassifier.mode(of: chain).split(separator: ",").count == 4)
  }

  /// A field within another.
  struct Box<Content> {
    let content: Content

    init(_ content: Content) { self.content = content }
  }

  @Test func `a mode has the fields and elements of four levels`() {
    #expect(ModeClassifier.mode(of: Box(Box(Box(true)))) == "content.content.content")
    #expect(ModeClassifier.mode(of: Box(Box(Box(Box(true))))) == "any state")
    #expect(ModeClassifier.mode(of: (((true, 0), 0), 0)) == "true")
    #expect(ModeClassifier.mode(of: ((((true, 0), 0), 0), 0)) == "any state")
  }

  /// A list whose rest may be missing.
  indirect enum Train { case end, wagon(Train?) }

  /// A list whose rest has another type.
  enum Link: Hashable { case end, link(AnyHashable) }

  @Test func `an optional, and another wrapper of a value, is a level of a mode`() {
    var train = Train.end
    var link = Link.end
    for _ in 1...10 {
      train = .wagon(train)
      link = .link(AnyHashable(link))
    }
    #expect(ModeClassifier.mode(of: train) == "wagon, wagon wagon, wagon some")
    #expect(ModeClassifier.mode(of: link) == "link, link link")
  }

  /// An object with a field that would count.
  final class Door { let isOpen = true }

  @Test func `a mode ignores the fields of objects`() {
    #expect(ModeClassifier.mode(of: Box(Door())) == "any state")
  }

  @Test func `a state that is an enum, a Boolean or neither has a mode, too`() {
    #expect(ModeClassifier.mode(of: Phase.idle) == "idle")
    #expect(ModeClassifier.mode(of: true) == "true")
    #expect(ModeClassifier.mode(of: 7) == "any state")
    #expect(ModeClassifier.mode(of: Int?.none as Any) == "any state")
    #expect(ModeClassifier.mode(of: Int?.some(1) as Any) == "some")
  }

  @Test func `an action is classified by the case of its message, or by its type`() {
    #expect(ModeClassifier.action(of: Phase.talking(to: "b")) == "talking")
    #expect(ModeClassifier.action(of: Child()) == "Child")
  }
}
