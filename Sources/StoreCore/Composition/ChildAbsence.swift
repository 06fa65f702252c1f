import StoreDependencies

/// Reports a message for an absent child.
func reportAbsence<Child: Reducer>(
  of _: Child.Type,
  _ message: ChildMessage<Child>,
  identity: String = "",
  at site: CallSite
) {
  let text =
    switch message {
    case .input(let input): "the input \(valueText(of: input))"
    case .feedback(let feedback): "the feedback \(valueText(of: feedback))"
    }
  RuntimeIssue(
    kind: .misuse,
    subject: "\(featureType(of: Child.self))",
    headline: "\(featureType(of: Child.self))\(identity) was sent \(text), but its parent's state has no such child.",
    details: """
      The message was ignored. The scope of the child was made at \(site). Send to a child only while its parent's state has it, \
      and let it handle a message before the parent removes it.
      """,
    site: site
  )
  .report(to: DependencyValues.current.observer)
}
