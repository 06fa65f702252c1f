import StoreDependencies

/// Reports a message for an absent child.
func reportAbsence<Child: Reducer>(
  of _: Child.Type,
  _ message: ChildMessage<Child>,
  _ identity: String,
  _ site: CallSite
) {
  let text =
    switch message {
    case .input(let input): "the input \(namedText(of: input))"
    case .feedback(let feedback): "the feedback \(namedText(of: feedback))"
    }
  DependencyIssue(
    kind: .misuse,
    subject: "\(featureType(of: Child.self))",
    headline: "\(featureType(of: Child.self))\(identity) was sent \(text), but it is not there.",
    details: """
      Nothing was done. The child was given its place at \(site). Send to a child only while its parent's state has it, \
      and let it handle a message before the parent removes it.
      """,
    site: site
  )
  .report(to: DependencyValues.current.observer)
}
