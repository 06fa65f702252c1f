/// Memory blocks that are held to change the addresses of later allocations.
///
/// The order of a set or dictionary depends on its address. A new collection usually has the address of its
/// predecessor, and so the same order. Held blocks of that size prevent this.
final class AllocationPerturbation: Sendable {
  /// The storage sizes of small sets and dictionaries, and larger ones.
  private static let sizes = stride(from: 32, through: 512, by: 16)

  /// The blocks.
  ///
  /// Safety: pointers are not `Sendable`. These pointers are freed once, in `deinit`, and never dereferenced.
  nonisolated(unsafe) private let blocks: [UnsafeMutableRawPointer]

  /// Creates one to sixteen blocks of each size. The number is random, because the test itself may allocate in any
  /// pattern.
  init() {
    blocks = Self.sizes.flatMap { size in
      (0..<Int.random(in: 1...16)).map { _ in UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16) }
    }
  }

  deinit {
    for block in blocks { block.deallocate() }
  }
}
