/// An actor that counts what it is asked for.
package actor TallyActor {
  package private(set) var counts: [String: Int] = [:]

  private let load: @Sendable (String) async -> Int

  package init(load: @escaping @Sendable (String) async -> Int) { self.load = load }

  package func count(_ name: String) async {
    counts[name, default: 0] += 1
    let more = await load(name)
    counts[name, default: 0] += more
  }

  package func countLater(_ name: String) { Task { await count(name) } }
}
