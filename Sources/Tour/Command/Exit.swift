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
