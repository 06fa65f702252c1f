import StoreDependencies
import StoreTesting

/// A comparison of a store's behaviour in the first run of a test with its behaviour in the other runs.
struct AuditComparison {
  /// A later run: its number, and the store's entries.
  private typealias Run = (number: Int, entries: [AuditEntry])

  /// The number of the store.
  let store: Int

  /// The log of the first run.
  let log: AuditLog

  /// The logs of the other runs; nil for a run that did not create the store.
  let repetitions: [AuditLog?]

  /// The texts of value pairs that differ. Later differences of the same pair are consequences.
  private var known: Set<[String]> = []

  private var findings: [AuditFinding] = []

  init(store: Int, log: AuditLog, repetitions: [AuditLog?]) {
    self.store = store
    self.log = log
    self.repetitions = repetitions
  }

  /// Compares the first run with each of the others.
  ///
  /// The result omits findings after a failure of the purity check, because they are its consequences.
  static func findings(store: Int, log: AuditLog, repetitions: [AuditLog?]) -> [AuditFinding] {
    var comparison = Self(store: store, log: log, repetitions: repetitions)
    comparison.compare()
    return comparison.findings.filter { $0.position.entry < log.impureAt ?? .max }
  }

  /// Compares the entries, until every run has diverged from the first one.
  private mutating func compare() {
    let entries = log.entries
    var open: [Run] = []
    for (index, repetition) in repetitions.enumerated() {
      if let repetition { open.append((index + 2, repetition.entries)) } else { addMissingStore(run: index + 2) }
    }
    for index in entries.indices {
      // This check comes first, so that another order isn't reported as different values of each entry.
      remove(&open) { _, others in
        index < others.count && isReordered(entries, others, index)
      } handling: {
        addOther(at: index, entries, $1, run: $0)
      }
      compareValues(at: index, entries[index], open)
      remove(&open) { _, others in
        index >= others.count || !entries[index].isAlike(others[index])
      } handling: {
        addOther(at: index, entries, $1, run: $0)
      }
    }
    for (run, others) in open where others.count > entries.count {
      addOther(at: entries.count, entries, others, run: run)
    }
  }

  /// Removes the runs that satisfy a predicate from the comparison, and handles each of them.
  private func remove(
    _ open: inout [Run],
    where isOver: (Run) -> Bool,
    handling add: (Run) -> Void
  ) {
    open.filter(isOver).forEach(add)
    open.removeAll(where: isOver)
  }
}

// MARK: - Different values

extension AuditComparison {
  /// A comparable value of an entry.
  private struct Aspect {
    /// The kind of value, which identifies the aspect.
    let area: String

    let value: (AuditEntry) -> Any?

    /// The beginning of a sentence about a place in the value.
    let lead: String

    /// The name of the whole value.
    let whole: String
  }

  /// Returns the aspects of an entry to compare, causes before effects.
  private func aspects(of entry: AuditEntry) -> [Aspect] {
    let instant = Aspect(
      area: "time",
      value: { $0.instant.offset },
      lead: "the time of \(entry.title), ",
      whole: "the time of \(entry.title)"
    )
    let state = entry.state.map { _ in
      entry.kind == nil
        ? Aspect(area: "state", value: \.state, lead: "in the first state, ", whole: "the first state")
        : Aspect(
          area: "state",
          value: \.state,
          lead: "after \(entry.title), ",
          whole: "the state after \(entry.title)"
        )
    }
    let name: String? =
      switch entry.kind {
      case .input: "the message \(entry.title), which the test sends"
      case .feedback: "the message \(entry.title)"
      case .output: entry.title
      case .started: "the work of \(entry.effect?.name ?? "an effect")"
      case .failed: "the error of \(entry.effect?.name ?? "an effect")"
      default: nil
      }
    let subject = name.map { name in
      Aspect(
        area: "\(entry.kind?.rawValue ?? "start") \(entry.effect?.name ?? "")",
        value: \.subject,
        lead: "in \(name), ",
        whole: name
      )
    }
    return [instant, subject, state].compactMap(\.self)
  }

  /// Compares the values of an entry with those of the same entry in all other runs.
  private mutating func compareValues(
    at index: Int,
    _ entry: AuditEntry,
    _ runs: [Run]
  ) {
    let others = runs.compactMap { run, entries in
      index < entries.count && entry.isAlike(entries[index]) ? (run: run, entry: entries[index]) : nil
    }
    for aspect in aspects(of: entry) {
      guard let value = aspect.value(entry) else { continue }
      var places: [(run: Int, place: UnstableValue)] = []
      for (run, other) in others {
        guard let otherValue = aspect.value(other) else { continue }
        places += UnstableValue.all(in: value, otherValue).map { (run, $0) }
      }
      var paths: [String] = []
      for (_, place) in places where !paths.contains(place.path) { paths.append(place.path) }
      for path in paths {
        let alike = places.filter { $0.place.path == path }
        add(aspect, entry, index, alike, of: others.map(\.run))
      }
    }
  }

  /// Adds a place that differs in some runs, unless it follows from a known difference.
  private mutating func add(
    _ aspect: Aspect,
    _ entry: AuditEntry,
    _ index: Int,
    _ found: [(run: Int, place: UnstableValue)],
    of runs: [Int]
  ) {
    guard let run = found.first?.run, var place = found.first?.place else { return }
    let pairs = found.map { _, place in texts(of: place.difference) }
    defer { known.formUnion(pairs) }
    guard !pairs.allSatisfy(known.contains) else { return }
    // A run without this difference has the value of the first run.
    let values = runs.map { run in found.first { $0.run == run }?.place.difference.second ?? place.difference.first }
    place.cause = place.cause.refined(by: ([place.difference.first] + values).compactMap(\.self))
    let what = place.path.isEmpty ? aspect.whole : "\(aspect.lead)'\(place.path)'"
    let isAlways = found.count == runs.count
    findings.append(
      AuditFinding(
        position: .init(store: store, entry: index),
        key: .init(area: aspect.area, path: place.path.replacing(/\[[0-9]+\]/, with: "[]")),
        headline: "\(what) \(place.cause.verdict)",
        details: paragraphs(
          list([place.difference.line(", run \(run) has ", lead: "run 1 has ")]),
          place.cause.advice,
          isAlways ? nil : "It differs in \(found.count) of \(runs.count) repetitions."
        ),
        site: entry.step
      )
    )
  }

  /// Returns the texts of both values, which identify the pair.
  private func texts(of difference: Difference) -> [String] {
    [difference.first, difference.second].map { $0.map { describe($0, limit: 1_000) } ?? "" }
  }
}

// MARK: - Different events

extension AuditComparison {
  /// Whether two runs continue with the same events in another order.
  private func isReordered(_ entries: [AuditEntry], _ others: [AuditEntry], _ index: Int) -> Bool {
    // A feedback may differ because another task of the same effect sent it.
    guard entries[index].mark != others[index].mark, entries.count == others.count else { return false }
    return entries[index...].map(\.mark).sorted() == others[index...].map(\.mark).sorted()
  }

  /// Adds a finding for a run that continues with another event.
  private mutating func addOther(at index: Int, _ entries: [AuditEntry], _ others: [AuditEntry], run: Int) {
    // The other event may be a consequence of a different value in another run.
    guard findings.isEmpty else { return }
    let entry = index < entries.count ? entries[index] : nil
    let other = index < others.count ? others[index] : nil
    guard let site = entry?.step ?? other?.step else { return }
    let isReordered = entry != nil && other != nil && isReordered(entries, others, index)
    let before = entries.prefix(index).last.map { "after \($0.title), " } ?? ""
    findings.append(
      AuditFinding(
        position: .init(store: store, entry: index),
        key: .init(area: "events", path: ""),
        headline: before + (isReordered ? "the same events happen in another order" : "other events happen"),
        details: paragraphs(
          list([
            "in run 1: \(entry.map(\.sentence) ?? "no further event")",
            "in run \(run): \(other.map(\.sentence) ?? "no further event")",
          ]),
          isReordered
            ? "The order of a Set or Dictionary, or work outside the test's control, decides which event is first."
            : uncontrolledValueAdvice
        ),
        site: site
      )
    )
  }

  /// Adds a finding for a run that did not create the store.
  private mutating func addMissingStore(run: Int) {
    guard findings.isEmpty else { return }
    findings.append(AuditFinding(store: store, at: log.site, createdIn: 1, notIn: run))
  }
}

extension AuditEntry {
  /// The event as a clause.
  fileprivate var sentence: String {
    switch kind {
    case nil: "the store is made"
    case .input: "the test sends \(title)"
    case .feedback: "\(title) arrives"
    case .output: "the feature emits \(subject.map { describe($0, limit: 80) } ?? "")"
    case .started: "\(effect?.title ?? "an effect") is started"
    case .failed: "\(effect?.title ?? "an effect") throws \(title)"
    default: title
    }
  }
}
