import StoreCore
import StoreDependencies
import StoreTesting

/// The mutants that a test reaches, in the order of its steps.
struct MutantPlan<Feature: Reducer> {
  private(set) var mutants: [PlannedMutant<Feature>] = []

  /// The mutants that are not tried, because they would use a value twice that can be used only once.
  private(set) var untried: [String] = []

  let baseline: FeatureBaseline<Feature>

  /// The mutants so far, so that the plan contains each once.
  private var known: Set<Mutant> = []

  /// Creates the mutants of a baseline.
  init(_ baseline: FeatureBaseline<Feature>) {
    self.baseline = baseline
    let steps = baseline.steps
    let groups = Dictionary(grouping: steps.indices) { steps[$0].name }
    var names: Set<TransitionName> = []
    let fields = steps.first.map { StateField.all(of: $0.before) } ?? []
    let values = fields.map { seenValues(of: $0) }
    for step in steps where names.insert(step.name).inserted {
      let group = groups[step.name] ?? []
      if step.message != nil {
        addIgnored(step.name, in: group)
        for (field, values) in zip(fields, values) { addField(field, seen: values, of: step.name, in: group) }
      }
      addEffects(of: step.name, in: group)
    }
    addDeliveries()
    if Feature.self is any ObjectFeature.Type { addSurroundings(baseline.surroundings.record) }
  }

  /// Adds a mutant, unless it exists.
  ///
  /// - Parameters:
  ///   - kind: The subject of the change.
  ///   - name: The changed transition.
  ///   - change: The change as text.
  ///   - action: The change.
  ///   - group: The steps that the mutant changes.
  ///   - isVisibleToSpace: Whether a state space can distinguish the mutant from the feature.
  ///   - isActive: Whether the change can make a difference, given the ids under which effects run.
  ///   - advice: Returns the lines that would notice the mutant in a step.
  mutating func add(
    _ kind: Mutant.Kind,
    of name: TransitionName? = nil,
    saying change: String,
    by action: MutantAction<Feature>,
    in group: [Int],
    isVisibleToSpace: Bool = true,
    isActive: @escaping (Set<EffectIdentifier>) -> Bool = { _ in true },
    advice: @escaping (BaselineStep<Feature>) -> String
  ) {
    let mutant = Mutant(kind: kind, transition: name, change: change)
    let steps = baseline.steps
    // The first of the closest steps.
    guard let step = group.max(by: { (steps[$0].closeness, $1) < (steps[$1].closeness, $0) }),
      known.insert(mutant).inserted
    else { return }
    let nearest = steps[step]
    mutants.append(
      PlannedMutant(
        mutant: mutant,
        action: action,
        site: nearest.site,
        closeness: nearest.closeness,
        verb: nearest.verb,
        advice: { advice(nearest) },
        isVisibleToSpace: isVisibleToSpace,
        isActive: isActive
      )
    )
  }

  /// Adds a mutant of what a model gets from outside, unless it exists.
  ///
  /// - Parameters:
  ///   - kind: The subject of the change.
  ///   - name: The mode and the event that are changed; nil for every mode.
  ///   - words: The change as text.
  ///   - change: The change.
  ///   - place: The first place of the test that is changed.
  ///   - advice: Returns the lines that would notice the mutant, given the step that follows.
  mutating func add(
    _ kind: Mutant.Kind,
    of name: TransitionName?,
    saying words: String,
    by change: SurroundingsChange,
    at place: SurroundingsRecord.Place,
    advice: @escaping (BaselineStep<Feature>?) -> String
  ) {
    let mutant = Mutant(kind: kind, transition: name, change: words)
    guard known.insert(mutant).inserted else { return }
    let next = baseline.steps.indices.contains(place.step) ? baseline.steps[place.step] : nil
    mutants.append(
      PlannedMutant(
        mutant: mutant,
        action: .surroundings(change),
        site: place.site,
        closeness: next?.closeness ?? 0,
        verb: "leads to it",
        advice: { advice(next) },
        isVisibleToSpace: false
      )
    )
  }

  /// Adds a mutant that is not tried.
  mutating func leaveOut(_ kind: Mutant.Kind, of name: TransitionName? = nil, saying change: String) {
    let mutant = Mutant(kind: kind, transition: name, change: change)
    if known.insert(mutant).inserted { untried.append(mutant.text) }
  }
}

// MARK: - Messages and state

extension MutantPlan {
  /// Adds the mutant that ignores a message, unless the message has no effect and changes no state.
  private mutating func addIgnored(_ name: TransitionName, in group: [Int]) {
    let steps = baseline.steps
    let active = group.filter { index in
      steps[index].node.isActive(running: steps[index].running)
        || !differences(steps[index].before, steps[index].after, limit: 1).isEmpty
    }
    guard !active.isEmpty else { return }
    add(.messages, of: name, saying: "the message was ignored", by: .ignore, in: active) {
      MutantAdvice.assertion(of: $0)
    }
  }

  /// Adds the mutants of a field.
  private mutating func addField(_ field: StateField, seen: [SeenValue], of name: TransitionName, in group: [Int]) {
    let steps = baseline.steps
    let texts = group.map { (before: text(field, steps[$0].before), after: text(field, steps[$0].after)) }
    let changing = zip(group, texts).filter { $1.before != $1.after }.map(\.0)
    if !changing.isEmpty {
      add(.state, of: name, saying: "\(field.phrase) kept its old value", by: .field(field, from: nil), in: changing) {
        MutantAdvice.assertion(of: $0)
      }
    }
    // A value that the field never has in this transition.
    let usual = Set(texts.flatMap { [$0.before, $0.after] })
    guard let other = seen.first(where: { !usual.contains($0.text) }) else { return }
    let verb = changing.isEmpty ? "became" : "got another value:"
    guard !isForSingleUse(field.value(in: other.state)) else {
      return leaveOut(.state, of: name, saying: "\(field.phrase) \(verb) \(other.shortText)")
    }
    add(
      .state,
      of: name,
      saying: "\(field.phrase) \(verb) \(other.shortText)",
      by: .field(field, from: other.state),
      in: group
    ) {
      MutantAdvice.assertion(of: $0)
    }
  }

  /// A value of a field in the states of the test.
  struct SeenValue {
    /// The text that identifies the value.
    let text: String

    /// The text of the value in a sentence.
    let shortText: String

    /// A state with the value.
    let state: Feature.State
  }

  /// Returns the values of a field, in the order in which they occurred.
  private func seenValues(of field: StateField) -> [SeenValue] {
    var texts: Set<String> = []
    var values: [SeenValue] = []
    for state in baseline.steps.flatMap({ [$0.before, $0.after] }) {
      let text = text(field, state)
      guard texts.insert(text).inserted else { continue }
      values.append(SeenValue(text: text, shortText: describe(field.value(in: state), limit: 80), state: state))
    }
    return values
  }

  /// Returns the text that identifies a field's value.
  private func text(_ field: StateField, _ state: Feature.State) -> String {
    identifyingText(of: field.value(in: state), limit: 1_000)
  }

  /// Adds the mutants that deliver a feedback twice or never.
  private mutating func addDeliveries() {
    // An object sets its own state, so none of its changes gets lost on the way.
    if Feature.self is any ObjectFeature.Type { return }
    let steps = baseline.steps
    var names: [String: [Int]] = [:]
    var order: [String] = []
    var namesForSingleUse: Set<String> = []
    for index in steps.indices {
      guard case .feedback(let feedback) = steps[index].message else { continue }
      let name = MessageName.text(of: feedback)
      if names[name] == nil { order.append(name) }
      names[name, default: []].append(index)
      if isForSingleUse(feedback) { namesForSingleUse.insert(name) }
    }
    for name in order {
      let group = names[name] ?? []
      for (times, words) in [(2, "delivered twice"), (0, "not delivered")] {
        let sentence = "the feedback \(name) was \(words)"
        guard times < 2 || !namesForSingleUse.contains(name) else {
          leaveOut(.delivery, saying: sentence)
          continue
        }
        add(
          .delivery,
          saying: sentence,
          by: .delivery(of: name, times: times),
          in: group,
          isVisibleToSpace: false
        ) { MutantAdvice.receipt(of: $0) }
      }
    }
  }
}
