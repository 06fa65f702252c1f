import StoreTesting

/// A model of the judge on a page: the whole history, with a mark at each event that is settled.
///
/// It shares no code with the judge, and searches the history anew for each question.
struct JudgePage {
  private enum Mark { case open, settled }

  private let level: Exhaustivity
  private var history: [(event: JudgedEvent, mark: Mark)] = []

  init(at level: Exhaustivity) { self.level = level }

  mutating func happened(_ event: JudgedEvent) {
    var mark = Mark.open
    if case .ended(let number) = event, isAsserted.contains(number) { mark = .settled }
    if case .ended(let number) = event { isAsserted.remove(number) }
    history.append((event, mark))
  }

  /// The running effects that the test has asserted.
  private var isAsserted: Set<Int> = []

  mutating func perform(_ step: JudgedStep) -> String {
    switch step {
    case .receive(let number): receive(.feedback(number))
    case .receiveOutput(let number): receive(.output(number))
    case .receiveEffect(let number): receiveEffect(number)
    case .close: close()
    }
  }

  // MARK: The rules

  private var isStrictOrOn: Bool { level == .strict || level == .on }

  private func isDemanded(_ event: JudgedEvent) -> Bool {
    switch event {
    case .feedback: isStrictOrOn
    case .output: level == .strict || level == .on || level == .observable
    case .started: level == .strict
    case .ended: level == .on
    }
  }

  /// The places of open events, except the ends of effects, which have no order.
  private var places: [Int] {
    history.indices.filter { place in
      if case .ended = history[place].event { return false }
      return history[place].mark == .open
    }
  }

  private func isSameKind(_ place: Int, _ event: JudgedEvent) -> Bool {
    switch (history[place].event, event) {
    case (.feedback, .feedback), (.output, .output): true
    default: false
    }
  }

  private mutating func receive(_ expected: JudgedEvent) -> String {
    let ofKind = places.filter { isSameKind($0, expected) }
    let match = ofKind.first { history[$0].event == expected }
    let isFeedback = if case .feedback = expected { true } else { false }
    let isOrdered = isFeedback ? isStrictOrOn : level != .off
    guard let next = isOrdered ? ofKind.first : match else { return "missing" }
    var text = ""
    if isFeedback || history[next].event == expected {
      let before = places.filter { $0 < next }
      let left = before.filter { isDemanded(history[$0].event) }
      if isStrictOrOn {
        if !left.isEmpty { text = "unhandled \(names(left)), " }
        if !left.isEmpty || isFeedback { for place in before { history[place].mark = .settled } }
      } else if isFeedback {
        for place in before where !isOutput(place) { history[place].mark = .settled }
      }
    }
    if history[next].event == expected {
      history[next].mark = .settled
      return text + "accepted"
    }
    let end = match ?? next
    let came = ofKind.filter { $0 < end || match == nil && $0 == end }
    let passed = isStrictOrOn ? places.filter { $0 <= end } : ofKind.filter { $0 <= end }
    let answer = "unexpected \(names(came))" + (match == nil ? "" : ", then accepted")
    for place in passed { history[place].mark = .settled }
    return text + answer
  }

  private func isOutput(_ place: Int) -> Bool { if case .output = history[place].event { true } else { false } }

  private mutating func receiveEffect(_ number: Int?) -> String {
    let isNamed = { (other: Int) in number == nil || other == number }
    let firstFeedback = places.first { if case .feedback = history[$0].event { true } else { false } } ?? .max
    // The ends that nothing bears witness to, and whose start is not open.
    let silent = history.indices.filter { place in
      guard case .ended = history[place].event else { return false }
      return history[place].mark == .open
    }
    func start(of end: Int) -> Int? {
      guard case .ended(let effect) = history[end].event else { return nil }
      let start = history[..<end].lastIndex { $0.event == .started(effect) }
      return start.flatMap { places.contains($0) ? $0 : nil }
    }
    func settle(start place: Int) {
      guard case .started(let effect) = history[place].event else { return }
      history[place].mark = .settled
      let end = history[place...].firstIndex { $0.event == .ended(effect) }
      if let end { history[end].mark = .settled } else { isAsserted.insert(effect) }
    }
    let starts = places.filter { place in
      guard case .started(let effect) = history[place].event else { return false }
      return isNamed(effect)
    }
    let near = starts.filter { $0 < firstFeedback }
    let loose = silent.filter { end in
      guard case .ended(let effect) = history[end].event else { return false }
      return isNamed(effect) && start(of: end) == nil
    }
    if number == nil {
      if let first = near.first(where: { place in silent.contains { start(of: $0) == place } }) {
        settle(start: first)
        return "accepted"
      }
      if let first = loose.first {
        history[first].mark = .settled
        return "accepted"
      }
    }
    if let first = near.first {
      settle(start: first)
      return "accepted"
    }
    if let first = loose.first {
      history[first].mark = .settled
      return "accepted"
    }
    let othersStarted = places.contains { place in
      if case .started = history[place].event { place < firstFeedback } else { false }
    }
    guard isStrictOrOn, level != .strict || !othersStarted, let far = starts.first else { return "missing" }
    settle(start: far)
    let cause = places.last { place in
      if case .feedback = history[place].event { place < far } else { false }
    }
    guard let cause else { return "missing" }
    let passed = places.filter { $0 <= cause }
    for place in passed { history[place].mark = .settled }
    return "unhandled \(names(passed)), accepted"
  }

  private mutating func close() -> String {
    let ends = history.indices.filter { place in
      if case .ended = history[place].event { history[place].mark == .open } else { false }
    }
    let rest = (places + ends).filter { isDemanded(history[$0].event) }
    for place in history.indices { history[place].mark = .settled }
    return rest.isEmpty ? "accepted" : "unhandled \(names(rest))"
  }

  private func names(_ places: [Int]) -> String { places.map { "\(history[$0].event)" }.joined(separator: " ") }

  // MARK: What may happen next

  /// The effects that run.
  private var running: [Int] {
    (1...3).filter { effect in
      let last = history.last { $0.event == .started(effect) || $0.event == .ended(effect) }
      return last?.event == .started(effect)
    }
  }

  func nextEvent(using random: inout some RandomNumberGenerator) -> JudgedEvent {
    let number = Int.random(in: 1...3, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .feedback(number)
    case 1: return .output(number)
    default: return running.contains(number) ? .ended(number) : .started(number)
    }
  }

  /// Returns a step, more often one that is right.
  func nextStep(using random: inout some RandomNumberGenerator) -> JudgedStep {
    let number = Int.random(in: 1...3, using: &random)
    if Bool.random(using: &random), let place = places.first {
      switch history[place].event {
      case .feedback(let number): return .receive(number)
      case .output(let number): return .receiveOutput(number)
      case .started(let number), .ended(let number): return .receiveEffect(number)
      }
    }
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1: return .receive(number)
    case 2, 3: return .receiveOutput(number)
    case 4: return .receiveEffect(number)
    case 5: return .receiveEffect(nil)
    default: return .close
    }
  }
}
