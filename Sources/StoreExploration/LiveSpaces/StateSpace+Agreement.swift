import StoreCore
import StoreTesting

/// A message of an effect.
private struct EffectDeed: Hashable, Comparable {
  let effect: String

  let message: String

  var text: String { "\(effect) sends \(message)" }

  static func < (first: Self, second: Self) -> Bool { first.text < second.text }
}

extension StateSpace {
  /// Compares what the described effects of the space do with what they do in a real one.
  ///
  /// A described space is right only if its responses are. The test fails if a described response never happens, or if a
  /// real message has no response.
  ///
  /// - Parameters:
  ///   - real: The space of the same feature from a real store, with the same inputs.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: Whether both agree.
  @discardableResult
  public func agrees(
    with real: StateSpace,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    do {
      let described = Self.deeds(in: try content.explored(at: site))
      let happened = Self.deeds(in: try real.content.explored(at: site))
      let impossible = described.subtracting(happened).sorted()
      let missing = happened.subtracting(described).sorted()
      guard !impossible.isEmpty || !missing.isEmpty else { return true }
      TestFailure(
        .brokenProperty,
        "The described effects of \(sourceName(of: featureType(of: Feature.self))) are not those that run.",
        details: paragraphs(
          missing.isEmpty ? nil : "Happens, and no response says so:\n\n" + list(missing.map(\.text)),
          impossible.isEmpty ? nil : "Is a response, and never happened:\n\n" + list(impossible.map(\.text))
        ),
        at: site
      )
      .report(to: nil)
      return false
    } catch {
      error.failure.report(to: nil)
      return false
    }
  }

  private static func deeds(in space: some ExploredSpace<Feature>) -> Set<EffectDeed> {
    var deeds: Set<EffectDeed> = []
    space.walk { event in
      switch event {
      case .reduced(let reduction):
        guard let sender = reduction.sender, case .feedback(let feedback) = reduction.message else { return }
        deeds.insert(EffectDeed(effect: sender.label, message: describe(feedback)))
      case .output, .started, .cancelled, .ended: break
      }
    }
    return deeds
  }
}
