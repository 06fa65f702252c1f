import StoreCore

/// A state whose names and types are unusual in source code.
struct OddSpecimen {
  enum 🚀: Hashable {
    struct Crew: Hashable { var size = 1 }

    case landed(Crew)
  }

  struct `ground staff`: Hashable { var size = 1 }

  /// Labels that are keywords of parameters, and others that aren't.
  enum Move: Hashable {
    case `inout`
    case by(`inout`: Int, `let`: Int, `var`: Int, in: Int)
    case `class`(Int)
  }

  struct Keywords: Hashable {
    var `inout` = 0
    var `default` = 0
  }

  enum Payload {
    case anything(any Sendable)
    case maybe(Int?)
  }

  struct Pair<First, Second> {
    var first: First
    var second: Second
  }

  var deepest: Int??? = 1
  var anything: any Sendable = 1
  var things: [any Sendable] = []
  var key: AnyHashable = 1
  var maybe: (any Sendable)?
  var payload = Payload.maybe(1)
  var crew = 🚀.Crew()
  var flight: 🚀?
  var staff: any Sendable = 1
  var pair: Pair<🚀, [`ground staff`]>?
  var move = Move.inout
  var keywords = Keywords()
  var maybeKeywords: Keywords?
  var `self` = 0
  var `open for all` = 0
  var letters: [Character: Unicode.Scalar] = [:]
  var text = ""
}

/// A state with arrays that older Apple systems don't have.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
struct InlineSpecimen {
  var grid: InlineArray<3, Int> = [1, 2, 3]
  var anyGrid: any Sendable = 1
}

extension SuggestedCase {
  /// Makes a case of a change to an odd specimen.
  private init(
    _ name: String,
    _ lines: @escaping @Sendable (inout OddSpecimen) -> Void,
    near file: String? = nil,
    odd change: @escaping @Sendable (inout OddSpecimen) -> Void
  ) {
    let after: @Sendable () -> OddSpecimen = {
      var state = OddSpecimen()
      change(&state)
      return state
    }
    self.init(name, near: file, from: { OddSpecimen() }, to: after, by: lines)
  }

  /// Changes of unusual states, each of which must be suggested by lines that compile and make it.
  static let odd = specimens + arrays

  private static let specimens: [SuggestedCase] = [
    SuggestedCase("nilInTwo", SuggestedLines.nilInTwo, odd: { $0.deepest = .some(.some(nil)) }),
    SuggestedCase("nilInOne", SuggestedLines.nilInOne, odd: { $0.deepest = .some(nil) }),
    SuggestedCase("plainNil", SuggestedLines.plainNil, odd: { $0.deepest = nil }),
    SuggestedCase("anyNil", SuggestedLines.anyNil, odd: { $0.anything = Int?.none }),
    SuggestedCase("anyOptional", SuggestedLines.anyOptional, odd: { $0.anything = Int?.some(3) }),
    SuggestedCase("anyDeepNil", SuggestedLines.anyDeepNil, odd: { $0.anything = Int??.some(nil) }),
    SuggestedCase("maybeOptional", SuggestedLines.maybeOptional, odd: { $0.maybe = .some(Int?.some(3)) }),
    SuggestedCase("anyOptionals", SuggestedLines.anyOptionals, odd: { $0.things = [Int?.some(1), String?.none, 2] }),
    SuggestedCase("optionalKey", SuggestedLines.optionalKey, odd: { $0.key = AnyHashable(Int8?.some(2)) }),
    SuggestedCase(
      "optionalPayload",
      SuggestedLines.optionalPayload,
      near: #filePath,
      odd: { $0.payload = .anything(Int?.none) }
    ),
    // Without the declaration, unused bytes of the value decide whether the payload may be an existential.
    SuggestedCase("plainPayload", SuggestedLines.plainPayload, near: #filePath, odd: { $0.payload = .maybe(nil) }),
    SuggestedCase("emoji", SuggestedLines.emoji, odd: { $0.flight = .landed(.init(size: 2)) }),
    SuggestedCase("anyEmoji", SuggestedLines.anyEmoji, odd: { $0.staff = OddSpecimen.🚀.Crew(size: 2) }),
    SuggestedCase("rawType", SuggestedLines.rawType, odd: { $0.staff = OddSpecimen.`ground staff`(size: 2) }),
    SuggestedCase(
      "oddGeneric",
      SuggestedLines.oddGeneric,
      odd: { $0.pair = .init(first: .landed(.init()), second: []) }
    ),
    SuggestedCase(
      "keywordLabels",
      SuggestedLines.keywordLabels,
      odd: { $0.move = .by(`inout`: 1, let: 2, var: 3, in: 4) }
    ),
    SuggestedCase("keywordCase", SuggestedLines.keywordCase, odd: { $0.move = .class(1) }),
    SuggestedCase("keywordFields", SuggestedLines.keywordFields, odd: { $0.keywords.inout = 1 }),
    SuggestedCase("keywordArguments", SuggestedLines.keywordArguments, odd: { $0.maybeKeywords = .init(`inout`: 1) }),
    SuggestedCase(
      "keywordProperties",
      SuggestedLines.keywordProperties,
      odd: { ($0.`self`, $0.`open for all`) = (1, 2) }
    ),
    SuggestedCase(
      "unicode",
      SuggestedLines.unicode,
      odd: { ($0.letters, $0.text) = (["\"": "é"], "🇨🇭\u{202E}e\u{301}\r\n\\(") }
    ),
  ]

  private static var arrays: [SuggestedCase] {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return [] }
    let before: @Sendable () -> InlineSpecimen = { InlineSpecimen() }
    let changed: @Sendable () -> InlineSpecimen = { InlineSpecimen(grid: [1, 5, 3]) }
    let made: @Sendable () -> InlineSpecimen = { InlineSpecimen(anyGrid: [1, 2] as InlineArray<2, Int8>) }
    return [
      SuggestedCase("inlineArray", from: before, to: changed, by: SuggestedLines.inlineArray),
      SuggestedCase("anyInlineArray", from: before, to: made, by: SuggestedLines.anyInlineArray),
    ]
  }
}
