#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  #error("The files of this platform are not known here yet.")
#endif

/// Where a file, its lock and its journal are.
struct FileLocation {
  /// The path without symbolic links, as a link would be replaced by the file.
  let path: String

  /// The path of the lock, in the folder for temporary files.
  private let lock: String

  init(_ path: String) throws(EditError) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw .unreadable(path: path, reason: "there is no such file")
    }
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let hash = self.path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let name = "swift-store-testing-\(getuid())-\(String(hash, radix: 16)).lock"
    lock = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
  }

  var journalURL: URL { URL(fileURLWithPath: lock + ".json") }

  /// What processes have changed; nil if none has.
  var journal: EditJournal? {
    (try? Data(contentsOf: journalURL)).flatMap { try? JSONDecoder().decode(EditJournal.self, from: $0) }
  }

  static func modificationDate(of path: String) -> Date? {
    try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  /// Runs a body while no other process, and no other thread, reads or writes the file in such a body.
  func locked<Value>(_ body: () throws(EditError) -> Value) throws(EditError) -> Value {
    let descriptor = open(lock, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
      throw .unwritable(path: path, reason: "its lock \(lock) can't be taken")
    }
    defer { close(descriptor) }
    return try body()
  }

  func read() throws(EditError) -> String {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
      throw .unreadable(path: path, reason: "it may not be read")
    }
    guard let text = String(validating: data, as: UTF8.self) else { throw .invalidUTF8(path: path) }
    return text
  }

  /// Replaces the file in one step, and keeps its permissions.
  func write(_ text: String, with journal: EditJournal) throws(EditError) {
    var status = stat()
    // Root may write every file, but one without the permission is meant to stay.
    guard stat(path, &status) == 0, status.st_mode & 0o222 != 0, access(path, W_OK) == 0 else {
      throw .unwritable(path: path, reason: "it is read-only")
    }
    let url = URL(fileURLWithPath: path)
    let temporary = url.deletingLastPathComponent().appendingPathComponent(
      ".\(url.lastPathComponent).\(getpid()).edited"
    )
    do {
      try Data(text.utf8).write(to: temporary)
      try JSONEncoder().encode(journal).write(to: journalURL, options: .atomic)
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw .unwritable(path: path, reason: "its folder, or that of temporary files, is read-only")
    }
    guard chmod(temporary.path, status.st_mode & 0o7777) == 0, rename(temporary.path, path) == 0 else {
      try? FileManager.default.removeItem(at: temporary)
      throw .unwritable(path: path, reason: "it can't be replaced")
    }
  }
}
