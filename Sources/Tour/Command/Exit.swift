#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ends the program, with what it has printed.
func exit(withCode code: Int32) -> Never {
  fflush(nil)
  exit(code)
}

/// Why a file can't be written.
struct FileError: Error, CustomStringConvertible {
  /// What the system says.
  let description: String
}

/// Writes a text into a file, in place of what is there.
func write(_ text: String, to path: String) throws(FileError) {
  guard let file = fopen(path, "w") else { throw FileError(description: String(cString: strerror(errno))) }
  let bytes = Array(text.utf8)
  let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
  guard fclose(file) == 0, isWritten else { throw FileError(description: String(cString: strerror(errno))) }
}
