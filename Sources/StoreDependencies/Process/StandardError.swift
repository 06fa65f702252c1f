#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WASILibc)
  import WASILibc
#elseif os(Windows)
  import CRT
#endif

/// The standard error stream, for issues without an observer and without a test library.
package enum StandardError {
  /// Writes a line in one call, so that lines from several threads don't mix.
  package static func write(_ line: String) {
    var bytes = Array(line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    #if os(Windows)
      _ = _write(2, bytes, UInt32(bytes.count))
    #elseif canImport(Darwin)
      _ = Darwin.write(2, bytes, bytes.count)
    #elseif canImport(Glibc)
      _ = Glibc.write(2, bytes, bytes.count)
    #elseif canImport(Musl)
      _ = Musl.write(2, bytes, bytes.count)
    #elseif canImport(Android)
      _ = Android.write(2, bytes, bytes.count)
    #elseif canImport(WASILibc)
      _ = WASILibc.write(2, bytes, bytes.count)
    #else
      #warning("Platform-specific implementation missing: issues without an observer are not written.")
    #endif
  }
}
