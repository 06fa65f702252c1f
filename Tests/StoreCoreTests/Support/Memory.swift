#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Returns the resident memory of the process in bytes.
  func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { fatalError("The kernel doesn't tell.") }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 256)
    _ = fgets(&buffer, Int32(buffer.count), file)
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      fatalError("The kernel tells something else: \(text)")
    }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
#endif
