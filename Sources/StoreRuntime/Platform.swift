#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  #error("This platform's threads are not known here yet.")
#endif

// Wrappers around the C library of each platform.
//
// Safety: each call has the arguments that its manual page asks for, and memory that it fills is as large as it
// expects.

/// Returns a function or variable of the running process by its linker name; nil if the name is unknown.
func runtimeSymbol(_ name: String) -> UnsafeMutableRawPointer? {
  #if canImport(Darwin)
    dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)  // RTLD_DEFAULT
  #else
    dlsym(nil, name)
  #endif
}

package func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Whether standard error is a terminal.
package let standardErrorIsTerminal = isatty(STDERR_FILENO) == 1

/// A thread-local pointer.
struct ThreadSlot: Sendable {
  private let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  var value: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}

/// Returns the identity of the current thread among all live threads.
func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}

/// Returns the processor time of a thread in nanoseconds.
///
/// - Parameter thread: The result of ``currentThread()`` on that thread, which must still exist.
func processorTime(ofThread thread: UInt) -> UInt64 {
  #if canImport(Darwin)
    guard let thread = pthread_t(bitPattern: thread) else { return 0 }
    var info = thread_basic_info()
    var count = mach_msg_type_number_t(MemoryLayout<thread_basic_info>.size / MemoryLayout<natural_t>.size)
    let result = withUnsafeMutablePointer(to: &info) { info in
      info.withMemoryRebound(to: integer_t.self, capacity: Int(count)) { info in
        thread_info(pthread_mach_thread_np(thread), thread_flavor_t(THREAD_BASIC_INFO), info, &count)
      }
    }
    guard result == KERN_SUCCESS else { return 0 }
    return nanoseconds(info.user_time) + nanoseconds(info.system_time)
  #else
    var clock = clockid_t()
    guard pthread_getcpuclockid(pthread_t(thread), &clock) == 0 else { return 0 }
    // The fields of a timespec, seconds and nanoseconds, can't be named here: with Glibc they belong to an internal
    // module of the standard library.
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 2) { fields in
      let result = fields.withMemoryRebound(to: timespec.self) { clock_gettime(clock, $0.baseAddress!) }
      return result == 0 ? UInt64(fields[0]) * 1_000_000_000 + UInt64(fields[1]) : 0
    }
  #endif
}

#if canImport(Darwin)
  private func nanoseconds(_ time: time_value_t) -> UInt64 {
    UInt64(time.seconds) * 1_000_000_000 + UInt64(time.microseconds) * 1_000
  }
#endif
