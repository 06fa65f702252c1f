#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Flushes the output, and ends the program.
func exit(withCode code: Int32) -> Never {
  fflush(nil)
  exit(code)
}

/// An error in writing a file.
struct FileError: Error, CustomStringConvertible {
  /// The error text of the system.
  let description: String
}

/// Writes a text to a file, and replaces its content.
func write(_ text: String, to path: String) throws(FileError) {
  guard let file = fopen(path, "w") else { throw FileError(description: String(cString: strerror(errno))) }
  let bytes = Array(text.utf8)
  let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
  guard fclose(file) == 0, isWritten else { throw FileError(description: String(cString: strerror(errno))) }
}
