import StoreTesting

/// A wrong test, generated from a correct one.
struct Twin: Sendable {
  /// The mistake, as text.
  let mistake: String

  /// The steps.
  let script: [Step]

  /// Whether the test ends with `finish`, or by releasing the store.
  var finishes = true
}

extension OddEffect {
  /// The wrong tests that differ from the correct one by one step.
  var twins: [Twin] {
    var twins = [inserting(.receive("never"), at: script.count)]
    for (index, step) in script.enumerated() {
      if step.isReceipt {
        twins.append(leavingOut(index))
        twins.append(inserting(step, at: index + 1))
        twins.append(inserting(.receive("never"), at: index))
      } else if index > 0 {
        twins.append(leavingOut(index))
        // A test that ends before another input may be complete.
        if !step.isInput {
          twins.append(ending(before: index))
          twins.append(ending(before: index, finishes: false))
        }
      }
      if let shorter = step.shortened {
        twins.append(Twin(mistake: "short \(label(index))", script: script.replacing(index, with: shorter)))
      }
    }
    return twins
  }

  private func leavingOut(_ index: Int) -> Twin {
    Twin(mistake: "without \(label(index))", script: script.removing(index))
  }

  private func inserting(_ step: Step, at index: Int) -> Twin {
    Twin(mistake: "with '\(step)' at \(index)", script: script.inserting(step, at: index))
  }

  private func ending(before index: Int, finishes: Bool = true) -> Twin {
    let end = finishes ? "ends" : "is released"
    return Twin(mistake: "\(end) before \(label(index))", script: Array(script[..<index]), finishes: finishes)
  }

  private func label(_ index: Int) -> String { "'\(script[index])' at \(index)" }
}

extension Array {
  fileprivate func removing(_ index: Int) -> Self {
    var copy = self
    copy.remove(at: index)
    return copy
  }

  fileprivate func inserting(_ element: Element, at index: Int) -> Self {
    var copy = self
    copy.insert(element, at: index)
    return copy
  }

  fileprivate func replacing(_ index: Int, with element: Element) -> Self {
    var copy = self
    copy[index] = element
    return copy
  }
}
