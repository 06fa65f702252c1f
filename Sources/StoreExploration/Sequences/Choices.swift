/// The source of the random values of a generated sequence.
///
/// It records every choice, so that a sequence can be repeated and simplified. The first of several values, and the
/// number closest to zero, are the simplest.
public struct Choices {
  /// The given choices, which come before random ones.
  private var given: ArraySlice<UInt64>

  /// The random generator; without one, every further choice is the simplest value.
  private(set) var random: ExplorationRandom?

  /// The choices so far, each as its distance from the simplest value.
  private(set) var made: [UInt64] = []

  /// The greatest possible distance of each choice.
  private(set) var limits: [UInt64] = []

  init(_ given: [UInt64] = [], random: ExplorationRandom? = nil) {
    self.given = given[...]
    self.random = random
  }

  /// Chooses a number from zero to a limit.
  mutating func draw(upTo limit: UInt64) -> UInt64 {
    let number: UInt64
    if let next = given.popFirst() {
      number = min(next, limit)
    } else if random != nil {
      number = UInt64.random(in: 0...limit, using: &random!)
    } else {
      number = 0
    }
    made.append(number)
    limits.append(limit)
    return number
  }
}

struct NothingToChoose: Error {}

extension Choices {
  /// Chooses one of several values, the simplest first.
  public mutating func one<Value>(of first: Value, _ others: Value...) -> Value {
    let index = Int(draw(upTo: UInt64(others.count)))
    return index == 0 ? first : others[index - 1]
  }

  /// Chooses an element of a collection, the simplest first.
  ///
  /// - Throws: An error that fails the test if the collection is empty.
  public mutating func element<Elements: Collection>(of elements: Elements) throws -> Elements.Element {
    guard !elements.isEmpty else { throw NothingToChoose() }
    let distance = Int(draw(upTo: UInt64(elements.count - 1)))
    return elements[elements.index(elements.startIndex, offsetBy: distance)]
  }

  /// Chooses an integer. The one closest to zero is the simplest, and the bounds are more frequent than other numbers.
  public mutating func int(in range: ClosedRange<Int>) -> Int {
    let simplest = min(max(0, range.lowerBound), range.upperBound)
    let above = UInt64(bitPattern: Int64(range.upperBound &- simplest))
    let below = UInt64(bitPattern: Int64(simplest &- range.lowerBound))
    let span = above &+ below
    var number: UInt64
    if random != nil, given.isEmpty, span > 16, Int.random(in: 0..<4, using: &random!) == 0 {
      number = [0, above, span].randomElement(using: &random!) ?? 0
      made.append(number)
      limits.append(span)
    } else {
      number = draw(upTo: span)
    }
    guard number > above else { return simplest &+ Int(truncatingIfNeeded: number) }
    number -= above
    return simplest &- Int(truncatingIfNeeded: number)
  }

  /// Chooses a Boolean; false is the simplest.
  public mutating func bool() -> Bool { draw(upTo: 1) == 1 }

  /// Chooses an array; the shortest is the simplest.
  ///
  /// - Parameters:
  ///   - count: The permitted lengths.
  ///   - element: Creates an element.
  public mutating func array<Value>(
    count: ClosedRange<Int>,
    of element: (inout Choices) throws -> Value
  ) rethrows -> [Value] {
    var values: [Value] = []
    let (lower, upper) = (max(count.lowerBound, 0), max(count.upperBound, 0))
    for _ in 0..<(lower + Int(draw(upTo: UInt64(upper - lower)))) { values.append(try element(&self)) }
    return values
  }

  /// Chooses a string; the shortest is the simplest.
  ///
  /// - Parameters:
  ///   - count: The permitted lengths.
  ///   - characters: The permitted characters, the simplest first. Without characters, the result is empty.
  public mutating func string(count: ClosedRange<Int>, of characters: String) -> String {
    guard !characters.isEmpty else { return "" }
    let all = Array(characters)
    return String(array(count: count) { all[Int($0.draw(upTo: UInt64(all.count - 1)))] })
  }
}
