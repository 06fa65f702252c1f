import StoreCore
import StoreDependencies

extension TestSession {
  /// The children that have come, begin with an effect, and were not started by what their parent has returned.
  ///
  /// - Parameters:
  ///   - before: The state before; nil at the very beginning.
  ///   - node: What the parent has returned.
  func forgottenChildren(
    since before: Feature.State?,
    _ node: EffectNode
  ) -> [ForgottenChild] {
    DependencyValues.withValues(engine.dependencies) {
      childStarts.flatMap { $0.forgotten(in: engine.state, since: before, node) }
    }
  }

  /// Reports the children that a message has brought without starting them.
  func checkChildren(
    since before: Feature.State,
    _ node: EffectNode,
    because message: Message<Feature.Input, Feature.Feedback>
  ) {
    guard checksChildStarts, exhaustivity.isExhaustive else { return }
    for child in forgottenChildren(since: before, node) {
      reportForgotten(child, "\(describe(message)) brings \(child.name)", "the effect of that message")
    }
  }

  /// Reports the children that were there from the beginning and were not started.
  ///
  /// A store is made before a test can say anything about it, so this waits for the first step.
  func reportForgottenAtStart() {
    let forgotten = forgottenAtStart
    forgottenAtStart = []
    guard checksChildStarts, exhaustivity.isExhaustive else { return }
    for child in forgotten {
      reportForgotten(
        child,
        "The state has \(child.name) from the beginning",
        "'start(from:)'",
        at: environment.site
      )
    }
  }

  /// Reports a child that was not started.
  private func reportForgotten(_ child: ForgottenChild, _ cause: String, _ place: String, at site: CallSite? = nil) {
    fail(
      .misuse,
      "\(cause), which begins with an effect, and \(child.parent) does not start it.",
      details: """
        In \(child.parent), return the child's beginning as a part of \(place), from the scope made at \(child.site):

        \(code([child.start]))

        If the child is to begin later, set 'store.checksChildStarts = false'.
        """,
      at: site
    )
  }
}

/// The places for children that a reducer keeps in its properties, and in those of the reducers that it wraps.
func findChildStarts<Feature: Reducer>(
  in reducer: Feature
) -> [any ChildStarts<Feature.State>] {
  guard ChildStartsLook.mayHold(Feature.self) else { return [] }
  var found: [any ChildStarts<Feature.State>] = []
  /// Looks at a value and what it holds.
  func look(at value: Any) {
    if let starts = value as? any ChildStarts<Feature.State> {
      found.append(starts)
    } else if ChildStartsLook.mayHold(type(of: value)) {
      for child in Mirror(reflecting: value).children { look(at: child.value) }
    }
  }
  look(at: reducer)
  return found
}

/// A look at whether values of a type hold places for children, so that nothing is looked at for all those that don't.
private enum ChildStartsLook {
  private static let verdicts = TypeFacts<Bool> { type in
    var visited: Set<ObjectIdentifier> = []
    return judge(type, &visited)
  }

  /// Whether values of a type may hold places for children.
  static func mayHold(_ type: Any.Type) -> Bool { verdicts[type] }

  /// Judges a type by its fields.
  private static func judge(_ type: Any.Type, _ visited: inout Set<ObjectIdentifier>) -> Bool {
    if type is any ChildStarts.Type { return true }
    guard visited.insert(ObjectIdentifier(type)).inserted, !isStandard(type) else { return false }
    return FieldLayout.fields(of: type)?.contains { judge($0.type, &visited) } ?? false
  }
}
