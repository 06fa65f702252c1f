import Observation

/// A view model as a new project has it: it belongs to the main actor, and knows nothing of this package.
@Observable
final class AlbumsModel {
  private(set) var albums: [Album] = []
  private let load: @Sendable () async throws -> [Album]

  init(load: @escaping @Sendable () async throws -> [Album]) {
    self.load = load
  }

  func reload() async {
    albums = (try? await load()) ?? albums
  }
}
