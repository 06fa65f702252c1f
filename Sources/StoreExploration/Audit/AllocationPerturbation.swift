/// Blocks of memory that are held so that what is allocated next goes somewhere else.
///
/// A set or dictionary takes its order from where it lies in memory. One that is made anew goes to where its predecessor
/// was, as a rule, and then comes in the same order. To hold blocks of its size prevents that.
final class AllocationPerturbation: Sendable {
  /// The sizes of the storage of small sets and dictionaries, and more.
  private static let sizes = stride(from: 32, through: 512, by: 16)

  /// The blocks.
  ///
  /// Pointers are not `Sendable`. These are given back once, when nobody has them any more, and never looked at.
  nonisolated(unsafe) private let blocks: [UnsafeMutableRawPointer]

  /// Takes between one and sixteen blocks of each size. By chance, because a rhythm of the test's own might go along with
  /// any other.
  init() {
    blocks = Self.sizes.flatMap { size in
      (0..<Int.random(in: 1...16)).map { _ in UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16) }
    }
  }

  deinit {
    for block in blocks { block.deallocate() }
  }
}
