#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The memory of this process.
enum Memory {
  /// The bytes in use, as the system counts them; nil if it doesn't report them.
  ///
  /// Freed memory that the allocator keeps would hide new use. So the allocator first returns it to the system, if
  /// possible.
  static var resident: Int? {
    #if canImport(Darwin)
      var info = mach_task_basic_info()
      var size = mach_msg_type_number_t(MemoryLayout.size(ofValue: info) / MemoryLayout<natural_t>.size)
      let result = withUnsafeMutablePointer(to: &info) { info in
        info.withMemoryRebound(to: integer_t.self, capacity: Int(size)) { info in
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), info, &size)
        }
      }
      return result == KERN_SUCCESS ? Int(info.resident_size) : nil
    #elseif os(Linux)
      giveBackFreeMemory()
      guard let file = fopen("/proc/self/statm", "r") else { return nil }
      defer { fclose(file) }
      var program = 0
      var resident = 0
      let found = withUnsafeMutablePointer(to: &program) { program in
        withUnsafeMutablePointer(to: &resident) { resident in
          withVaList([program, resident]) { vfscanf(file, "%ld %ld", $0) }
        }
      }
      return found == 2 ? resident * sysconf(Int32(_SC_PAGESIZE)) : nil
    #else
      return nil
    #endif
  }

  #if os(Linux)
    /// Makes the allocator return freed memory to the system, if possible.
    private static func giveBackFreeMemory() {
      // Swift's module of the C library doesn't include the header that declares this function.
      guard let symbol = dlsym(nil, "malloc_trim") else { return }
      _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)(0)
    }
  #endif
}
