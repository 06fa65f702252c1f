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

/// Which test executor the current thread is draining.
///
/// A task local can't say it: work that was detached has lost its task locals, and still runs on the draining thread.
enum CurrentExecutor {
  /// The thread-specific slot that holds an unretained reference; the caller of ``set(_:)`` keeps the executor alive meanwhile.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The executor that the current thread is draining.
  static func get() -> TestExecutor? {
    pthread_getspecific(key).map { Unmanaged<TestExecutor>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether the current thread is draining an executor. It is asked often, and counts no references.
  static func isCurrent(_ executor: TestExecutor) -> Bool {
    pthread_getspecific(key) == Unmanaged.passUnretained(executor).toOpaque()
  }

  /// Notes that the current thread drains an executor.
  ///
  /// - Returns: What to give to ``restore(_:)`` afterwards.
  static func set(_ executor: TestExecutor) -> UnsafeMutableRawPointer? {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(executor).toOpaque())
    return outer
  }

  /// Goes back to what the current thread drained before.
  static func restore(_ outer: UnsafeMutableRawPointer?) {
    pthread_setspecific(key, outer)
  }
}

/// A number that tells the current thread from all others that live.
func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}
