import StoreCore
import StoreDependencies
import StoreTesting

extension MutantPlan {
  /// Adds the mutants of the effects of a transition.
  mutating func addEffects(of name: TransitionName, in group: [Int]) {
    let steps = baseline.steps
    // Steps of one transition may return different effects. A part is identified by its path and its description.
    var parts: [PartKey: (node: EffectNode, steps: [Int])] = [:]
    var order: [PartKey] = []
    for index in group {
      for (path, node) in steps[index].node.allParts {
        let key = PartKey(path: path, words: words(for: node))
        if parts[key] == nil { order.append(key) }
        parts[key, default: (node, [])].steps.append(index)
      }
    }
    for key in order {
      guard let (node, steps) = parts[key] else { continue }
      add(node, at: PartPlace(path: key.path, name: name, steps: steps))
    }
  }

  /// A part of the effects of a transition, with the steps that return it.
  private struct PartPlace {
    let path: EffectPath
    let name: TransitionName
    let steps: [Int]
  }

  /// The identity of a part among the effects of a transition.
  private struct PartKey: Hashable {
    let path: EffectPath

    /// The description of the part.
    let words: String
  }

  /// Adds the mutants of a part of an effect.
  private mutating func add(_ node: EffectNode, at place: PartPlace) {
    switch node {
    case .none, .child, .outsideChild, .overriding, .openThrottle: break
    case .run(let work) where work.description.kind == .delay: addPause(work, at: place)
    case .run(let work): addWork(work, at: place)
    case .output(let output): addOutput(output, at: place)
    case .feedback(let feedback, _):
      let words = "the feedback \(MessageName.text(of: feedback)) that the feature sends itself was"
      omit(.effects, saying: "\(words) left out", at: place) { MutantAdvice.assertion(of: $0) }
      double(feedback, as: .effects, saying: "\(words) sent twice", at: place) { MutantAdvice.receipt(of: $0) }
    case .cancel(let id): addCancel(id, at: place)
    case .cancellable(_, let id, let cancelInFlight):
      addCancellable(id, cancelInFlight: cancelInFlight, at: place)
    case .throttle(_, let id, let interval, _, _): addThrottle(id, interval: interval, at: place)
    case .merge(let parts): addSwaps(parts.nodes, isChain: false, at: place)
    case .concatenate(let parts): addSwaps(parts.nodes, isChain: true, at: place)
    }
  }

  /// Adds the mutant that leaves a part out.
  private mutating func omit(
    _ kind: Mutant.Kind,
    saying words: String,
    at place: PartPlace,
    advice: @escaping (BaselineStep<Feature>) -> String
  ) {
    add(
      kind,
      of: place.name,
      saying: words,
      by: .part(place.path) { _ in EffectNode.none },
      in: place.steps,
      advice: advice
    )
  }

  /// Adds the mutant that doubles a feedback or an output.
  private mutating func double(
    _ value: any Sendable,
    as kind: Mutant.Kind,
    saying words: String,
    at place: PartPlace,
    advice: @escaping (BaselineStep<Feature>) -> String
  ) {
    guard !isForSingleUse(value) else { return leaveOut(kind, of: place.name, saying: words) }
    add(
      kind,
      of: place.name,
      saying: words,
      by: .part(place.path) { .merge([$0, $0]) },
      in: place.steps,
      advice: advice
    )
  }

  // MARK: - Work

  /// Adds the mutants of work.
  private mutating func addWork(_ work: EffectWork, at place: PartPlace) {
    let description = work.description
    let title = description.sentenceTitle
    omit(.effects, saying: "\(title) was left out", at: place) { MutantAdvice.start(of: description, in: $0) }
    let doubled: (EffectNode) -> EffectNode? = { node in
      guard case .run(let work) = node else { return nil }
      let shared = SharedWork(copies: 1)
      return .merge([.run(shared.original(work)), .run(shared.copy(work))])
    }
    add(.effects, of: place.name, saying: "\(title) ran twice", by: .part(place.path, with: doubled), in: place.steps) {
      MutantAdvice.start(of: description, in: $0)
    }
    if work.handler != nil {
      addFault(\.failing, of: title, saying: "\(title) threw an error", in: place.steps) { _ in
        "// Assert what the effect sends when it succeeds."
      }
      addFault(\.ignoringErrors, of: title, saying: "an error of \(title) was not handled", in: place.steps) { _ in
        "// Let a dependency of the effect throw an error, and receive the feedback that follows."
      }
    }
    addElements(title, in: place.steps)
    addPayload(description, titled: title, at: place)
    addSleep(title, at: place)
  }

  /// Adds the mutants of work that has read an element at a gate.
  private mutating func addElements(_ title: String, in steps: [Int]) {
    guard baseline.readers.contains(title) else { return }
    let fates: [(ElementFate, String)] = [
      (.lost, "got no first element"), (.doubled, "got its first element twice"),
      (.failed(MutantError()), "got an error instead of its first element"),
    ]
    for (fate, words) in fates {
      addFault({ $0.givingFirstElement(fate) }, of: title, saying: "\(title) \(words)", in: steps) { _ in
        "// Assert what the effect sends for each element of its stream."
      }
    }
  }

  /// Adds a mutant of work with a fault.
  private mutating func addFault(
    _ fault: @escaping (EffectWork) -> EffectWork,
    of title: String,
    saying words: String,
    in steps: [Int],
    advice: @escaping (BaselineStep<Feature>) -> String
  ) {
    add(
      .effects,
      saying: words,
      by: .work(titled: title, with: fault),
      in: steps,
      isVisibleToSpace: false,
      advice: advice
    )
  }

  /// Adds the mutant of work with another payload.
  private mutating func addPayload(
    _ description: EffectDescription,
    titled title: String,
    at place: PartPlace
  ) {
    guard let payload = description.payload, let workName = description.name else { return }
    let text = identifyingText(of: payload, limit: 1_000)
    for step in baseline.steps {
      for (otherPath, part) in step.node.allParts {
        guard case .run(let other) = part, other.description.name == workName,
          let otherPayload = other.description.payload,
          identifyingText(of: otherPayload, limit: 1_000) != text
        else { continue }
        let words = "\(title) had the payload that another message gives it"
        guard !isForSingleUse((step.message as Any, step.before)) else {
          return leaveOut(.effects, of: place.name, saying: words)
        }
        return add(
          .effects,
          of: place.name,
          saying: words,
          by: .exchange(place.path, with: otherPath, of: step.message, from: step.before),
          in: place.steps
        ) { MutantAdvice.start(of: description, in: $0) }
      }
    }
  }

  /// Adds the mutants of work that sleeps on a clock of the feature.
  private mutating func addSleep(_ title: String, at place: PartPlace) {
    guard let duration = baseline.sleeps[SleepKey(name: place.name, path: place.path)], duration > .zero else { return }
    for (factor, words) in Self.factors {
      let change: (EffectNode) -> EffectNode? = { node in
        guard case .run(let work) = node else { return nil }
        return .run(work.paced(by: factor))
      }
      let sentence = factor == 0 ? "\(title) did not sleep" : "\(title) slept \(words)"
      add(
        .time,
        of: place.name,
        saying: sentence,
        by: .part(place.path, with: change),
        in: place.steps,
        isVisibleToSpace: false
      ) { _ in
        MutantAdvice.time(duration)
      }
    }
  }

  /// The changed durations, as factors with their texts.
  static var factors: [(Double, String)] { [(0.5, "half as long"), (2, "twice as long"), (0, "not at all")] }

  /// Adds the mutants of a wait that the engine performs.
  private mutating func addPause(_ work: EffectWork, at place: PartPlace) {
    let description = work.description
    guard let duration = description.delay, duration > .zero,
      baseline.sleeps[SleepKey(name: place.name, path: place.path)] != nil
    else { return }
    let title = description.name.map { "the \($0)" } ?? "the wait"
    for (factor, words) in Self.factors {
      let change: (EffectNode) -> EffectNode? = { _ in
        .delay(duration * factor, name: description.name ?? "wait", site: description.site)
      }
      let sentence = factor == 0 ? "\(title) was left out" : "\(title) lasted \(words)"
      add(
        .time,
        of: place.name,
        saying: sentence,
        by: .part(place.path, with: change),
        in: place.steps,
        isVisibleToSpace: false
      ) { _ in
        MutantAdvice.time(duration)
      }
    }
  }

  /// Adds the mutants of a throttle.
  private mutating func addThrottle(
    _ id: EffectIdentifier,
    interval: Duration,
    at place: PartPlace
  ) {
    for (factor, words) in Self.factors {
      let change: (EffectNode) -> EffectNode? = { node in
        guard case .throttle(let inner, let id, let interval, let latest, let site) = node else { return nil }
        guard factor > 0 else { return inner }
        return .throttle(inner, id: id, interval: interval * factor, latest: latest, site: site)
      }
      let sentence = factor == 0 ? "the throttle was left out" : "the throttle lasted \(words)"
      add(
        .time,
        of: place.name,
        saying: sentence,
        by: .part(place.path, with: change),
        in: place.steps,
        isVisibleToSpace: factor == 0
      ) { _ in
        MutantAdvice.time(interval)
      }
    }
    let flip: (EffectNode) -> EffectNode? = { node in
      guard case .throttle(let inner, let id, let interval, let latest, let site) = node else { return nil }
      return .throttle(inner, id: id, interval: interval, latest: !latest, site: site)
    }
    add(
      .time,
      of: place.name,
      saying: "the throttle let another effect of its interval through",
      by: .part(place.path, with: flip),
      in: place.steps
    ) {
      _ in
      "// Send it twice within the interval, let the interval end, and assert which effects have run."
    }
  }

  // MARK: - Outputs

  /// Adds the mutants of an output.
  private mutating func addOutput(_ output: any Sendable, at place: PartPlace) {
    let title = "the output \(MessageName.text(of: output))"
    let advice: (BaselineStep<Feature>) -> String = { step in MutantAdvice.receipt(ofOutput: output, in: step) }
    omit(.outputs, saying: "\(title) was left out", at: place, advice: advice)
    double(output, as: .outputs, saying: "\(title) was emitted twice", at: place, advice: advice)
    let text = identifyingText(of: output, limit: 1_000)
    for step in baseline.steps {
      for (_, part) in step.node.allParts {
        guard case .output(let other) = part, type(of: other) == type(of: output),
          identifyingText(of: other, limit: 1_000) != text
        else { continue }
        let words = "\(title) had another value"
        guard !isForSingleUse(other) else { return leaveOut(.outputs, of: place.name, saying: words) }
        return add(
          .outputs,
          of: place.name,
          saying: words,
          by: .part(place.path) { _ in .output(other) },
          in: place.steps,
          advice: advice
        )
      }
    }
  }

  // MARK: - Cancellation

  /// Adds the mutants of a cancellation.
  private mutating func addCancel(_ id: EffectIdentifier, at place: PartPlace) {
    let advice: (BaselineStep<Feature>) -> String = { _ in MutantAdvice.cancellation("the effect with the id \(id)") }
    // Only steps with running effects of the id have a cancellation to change.
    let cancelling = place.steps.filter { baseline.steps[$0].running.contains(id) }
    add(
      .cancellation,
      of: place.name,
      saying: "the cancellation of \(id) was left out",
      by: .part(place.path) { _ in EffectNode.none },
      in: cancelling,
      isActive: { $0.contains(id) },
      advice: advice
    )
    let others = identifiers.filter { $0 != id }
    let steps = place.steps.filter { !baseline.steps[$0].running.subtracting([id]).isEmpty }
    let change: (EffectNode) -> EffectNode? = { .merge([$0] + others.map { .cancel($0) }) }
    add(
      .cancellation,
      of: place.name,
      saying: "the cancellation of \(id) cancelled everything",
      by: .part(place.path, with: change),
      in: steps,
      isActive: { !$0.isDisjoint(with: others) }
    ) { _ in "// Send it while other effects run, and receive what they send." }
  }

  /// Adds the mutants of a cancellable effect.
  private mutating func addCancellable(
    _ id: EffectIdentifier,
    cancelInFlight: Bool,
    at place: PartPlace
  ) {
    let title = "the effect with the id \(id)"
    let lasting: (EffectNode) -> EffectNode? = { node in
      guard case .cancellable(let inner, let id, let cancelInFlight) = node else { return nil }
      return cancelInFlight ? .merge([.cancel(id), inner]) : inner
    }
    add(
      .cancellation,
      of: place.name,
      saying: "\(title) could not be cancelled",
      by: .part(place.path, with: lasting),
      in: place.steps
    ) { _ in
      MutantAdvice.cancellation(title)
    }
    let steps = place.steps.filter { baseline.steps[$0].running.contains(id) }
    guard cancelInFlight else { return }
    let lenient: (EffectNode) -> EffectNode? = { node in
      guard case .cancellable(let inner, let id, _) = node else { return nil }
      return .cancellable(inner, id: id, cancelInFlight: false)
    }
    add(
      .cancellation,
      of: place.name,
      saying: "\(title) that already ran was not cancelled",
      by: .part(place.path, with: lenient),
      in: steps,
      isActive: { $0.contains(id) }
    ) { _ in "// Send it while the effect of the message before still runs, let both end, and receive their feedback." }
  }

  /// The ids that the feature uses in the test.
  private var identifiers: [EffectIdentifier] {
    var ids: [EffectIdentifier] = []
    for step in baseline.steps {
      for (_, part) in step.node.allParts {
        switch part {
        case .cancellable(_, let id, _), .throttle(_, let id, _, _, _), .cancel(let id):
          if !ids.contains(id) { ids.append(id) }
        default: break
        }
      }
    }
    return ids
  }

  // MARK: - Order

  /// Adds the mutants that swap neighbouring parts, if the order matters.
  private mutating func addSwaps(
    _ nodes: [EffectNode],
    isChain: Bool,
    at place: PartPlace
  ) {
    for index in nodes.indices.dropLast() {
      let (first, second) = (nodes[index], nodes[index + 1])
      // The order matters only for effects that end at once.
      guard isChain ? !first.isWait : first.isImmediate && second.isImmediate else { continue }
      guard EffectNode.isOrderRelevant(first, second) else { continue }
      let change: (EffectNode) -> EffectNode? = { node in
        var parts = node.directParts
        guard parts.indices.contains(index + 1) else { return nil }
        parts.swapAt(index, index + 1)
        return isChain ? .concatenate(parts) : .merge(parts)
      }
      let words = "\(self.words(for: second)) came before \(self.words(for: first))"
      add(.effects, of: place.name, saying: words, by: .part(place.path, with: change), in: place.steps) { step in
        step.isExhaustive ? "" : "// Assert both, in their order."
      }
    }
  }

  // MARK: - Words

  /// Returns the description of a part in a sentence.
  private func words(for node: EffectNode) -> String {
    switch node {
    case .none: "nothing"
    case .run(let work): work.description.sentenceTitle
    case .output(let output): "the output \(MessageName.text(of: output))"
    case .feedback(let feedback, _): "the feedback \(MessageName.text(of: feedback))"
    case .cancel(let id): "the cancellation of \(id)"
    case .cancellable(_, let id, _): "the effect with the id \(id)"
    case .throttle(_, let id, _, _, _): "the throttled effect with the id \(id)"
    case .merge: "several effects"
    case .concatenate: "a chain of effects"
    case .child(let node, _), .outsideChild(let node), .overriding(let node, _): words(for: node)
    case .openThrottle(let id, _): "the interval of \(id)"
    }
  }
}

extension EffectDescription {
  /// The name of the work in a sentence.
  var sentenceTitle: String {
    if payload is any EffectObject { return "the effect \(label)" }
    return name.map { "the effect \"\($0)\"" } ?? "the effect made at \(site)"
  }
}

extension EffectNode {
  /// Whether the effect ends as soon as it starts.
  fileprivate var isImmediate: Bool {
    switch self {
    case .output, .feedback, .cancel: true
    case .none, .run, .merge, .concatenate, .cancellable, .throttle, .openThrottle: false
    case .child(let node, _), .outsideChild(let node), .overriding(let node, _): node.isImmediate
    }
  }

  /// Whether the order of two effects can make a difference. Cancellations, and equal effects, may change places.
  fileprivate static func isOrderRelevant(_ first: EffectNode, _ second: EffectNode) -> Bool {
    guard !first.isEmpty, !second.isEmpty, !(first.onlyCancels && second.onlyCancels) else { return false }
    return EffectOutline([first]) != EffectOutline([second])
  }

  /// Whether the effect does nothing.
  private var isEmpty: Bool {
    allParts.allSatisfy { _, node in
      switch node {
      case .output, .feedback, .run, .cancel, .openThrottle: false
      default: true
      }
    }
  }

  /// Whether the effect cancels other effects, and does nothing else.
  private var onlyCancels: Bool {
    allParts.allSatisfy { _, node in
      switch node {
      case .output, .feedback, .run, .openThrottle: false
      default: true
      }
    }
  }

  /// Whether the effect is a wait before another effect. Waits have separate mutants.
  fileprivate var isWait: Bool {
    switch self {
    case .run(let work): work.description.kind == .delay
    case .overriding(let node, _): node.isWait
    default: false
    }
  }
}
