#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A function or variable of the running process by its linker name; nil where the process has none of that name.
func runtimeSymbol(_ name: String) -> UnsafeMutableRawPointer? {
  #if canImport(Darwin)
    dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)  // RTLD_DEFAULT
  #else
    dlsym(nil, name)
  #endif
}
