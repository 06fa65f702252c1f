import StoreTesting

/// A condition on situations that promises are made of.
struct SpaceAtom: Hashable {
  /// What a condition is about.
  enum Kind: Hashable {
    /// A Boolean.
    case flag(Bool)

    /// Whether an optional has a value.
    case presence(Bool)

    /// The case of an enum, and whether it has a payload.
    case choice(String, hasPayload: Bool)

    /// Whether a collection or a text has elements.
    case content(Bool)

    /// That a set has an element, as text.
    case member(String)

    /// Whether a number is other than zero.
    case amount(Bool)

    /// Whether an effect runs.
    case running
  }

  /// The path of the field, or the name of the effect.
  let subject: String

  let kind: Kind

  /// The condition as code on a situation `$0`.
  var code: String {
    switch kind {
    case .flag(true): "$0.\(subject)"
    case .flag(false): "!$0.\(subject)"
    case .presence(true): "$0.\(subject) != nil"
    case .presence(false): "$0.\(subject) == nil"
    case .choice(let name, _): "\(place) == .\(name)"
    case .content(true): "!$0.\(subject).isEmpty"
    case .content(false): "$0.\(subject).isEmpty"
    case .member(let element): "$0.\(subject).contains(\(element))"
    case .amount(true): "$0.\(subject) != 0"
    case .amount(false): "$0.\(subject) == 0"
    case .running: "$0.isRunning(\(quoted(subject)))"
    }
  }

  /// The negation as code.
  var negatedCode: String {
    switch kind {
    case .flag(let value): Self(subject: subject, kind: .flag(!value)).code
    case .presence(let value): Self(subject: subject, kind: .presence(!value)).code
    case .content(let value): Self(subject: subject, kind: .content(!value)).code
    case .amount(let value): Self(subject: subject, kind: .amount(!value)).code
    case .choice(let name, _): "\(place) != .\(name)"
    case .member, .running: "!\(code)"
    }
  }

  /// The enum as code.
  private var place: String {
    subject.isEmpty ? "$0.state" : "$0.\(optionalPath(of: subject))"
  }

  /// Whether the code compiles for any feature whose enums are `Equatable`.
  var isCode: Bool {
    if case .choice(_, hasPayload: true) = kind { return false }
    if case .choice = kind { return !subject.contains { "[(".contains($0) } && !subject.contains("?.") }
    // The element as text needs not compile.
    if case .member = kind { return false }
    return !subject.contains { "[(?".contains($0) }
  }

  /// The condition in words.
  var text: String {
    switch kind {
    case .running: "\(subject) runs"
    default: String(code.replacing("$0.", with: ""))
    }
  }

  /// The negation in words.
  var negatedText: String {
    switch kind {
    case .running: "\(subject) doesn't run"
    default: String(negatedCode.replacing("$0.", with: ""))
    }
  }

  /// The path of the element of a list or a dictionary that it is about; nil if it is about none.
  var element: Substring? { isOfState ? subject.lastIndex(of: "]").map { subject[...$0] } : nil }

  /// The condition in words, without the id of the element that it is about.
  var textOfAnyElement: String {
    guard let element, let start = element.lastIndex(of: "[") else { return text }
    return text.replacing(element[start...], with: "[]")
  }

  /// The condition on the value of any case of an enum, instead of one case. That an effect runs is about no value.
  var inAnyCase: Self { changingCases { $0.replacing(/\.\w+\(/, with: "(") } }

  /// The condition on the value of any case of an enum, in whichever payload of the case the value is.
  var inAnyPayload: Self { changingCases { $0.replacing(/\.\w+\(\w+\)\./, with: "().") } }

  /// The condition on any payload of any case of an enum, or on a field of one.
  var inAnyPlace: Self { changingCases { $0.replacing(/\.\w+\(\w+\)(?=\.|$)/, with: "()") } }

  /// What it is about, in whichever payload of a case that is.
  var pathOfAnyPayload: String { hasCases ? subject.replacing(/\(\w+\)/, with: "()") : subject }

  /// Whether what it is about is within the payload of a case.
  ///
  /// Performance: a regex is compiled at each use.
  private var hasCases: Bool { subject.utf8.contains(UInt8(ascii: "(")) }

  /// Returns the condition with the cases in its path changed.
  private func changingCases(_ change: (String) -> String) -> Self {
    isOfState && hasCases ? Self(subject: change(subject), kind: kind) : self
  }

  /// The field of the state that it is about, in whole or in part.
  var field: Substring { Self.field(of: subject) }

  /// Returns the field of the state to which a path leads.
  static func field(of path: String) -> Substring { path.prefix { !".?[(".contains($0) } }

  /// Whether something is there.
  var isFilled: Bool { [.presence(true), .content(true), .amount(true)].contains(kind) }

  /// Whether the condition is about a field of the state.
  var isOfState: Bool { kind != .running }

  /// Whether it is a flag that is set, or a case: what a user sees as a mode.
  var isMode: Bool {
    switch kind {
    case .flag(true), .choice: true
    case .flag(false), .presence, .content, .member, .amount, .running: false
    }
  }

  /// Whether it is a mode, or that an optional has a value.
  var isModeOrValue: Bool { isMode || kind == .presence(true) }

  /// Whether a set has an element.
  var isMember: Bool { if case .member = kind { true } else { false } }

  /// Whether it is the case of an enum that a value as text has.
  func isCase(of value: String) -> Bool {
    guard case .choice(let name, let hasPayload) = kind else { return false }
    return hasPayload ? value.hasPrefix(".\(name)(") : value == ".\(name)"
  }

  /// Whether it is the case of an enum.
  var isCase: Bool { if case .choice = kind { true } else { false } }

  /// Whether it is the value of a flag or of an enum.
  var isChoice: Bool {
    switch kind {
    case .flag, .choice: true
    case .presence, .content, .member, .amount, .running: false
    }
  }

  /// Whether a message that makes it true means it: a list may be filled and emptied by anything.
  var isMeant: Bool {
    switch kind {
    case .flag, .choice: true
    case .presence, .content(false): !subject.contains("[")
    case .content(true), .member, .amount, .running: false
    }
  }
}
