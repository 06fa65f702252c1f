public import StoreTesting
import Testing

extension TestStore {
  /// The recording so far.
  ///
  /// Within ``withRecording(_:_:)`` and under the trait `.recorded` it is the whole recording, with all stores.
  /// Otherwise it contains the store's event log: at least its last 64 messages with their events, or fewer if states
  /// are large, without sleeps and dependencies.
  public var recording: Recording { session.recording }
}

extension TestSession {
  /// The recording so far, or else a recording of the event log.
  var recording: Recording {
    let observer = environment.observers.lazy.compactMap { $0 as? StoreRecorder }.first
    return observer?.recorder.recording ?? rememberedRecording
  }

  /// The page of the recording, for a failed test.
  var page: String {
    var recording = recording
    if recording.title.isEmpty {
      let test = Test.current.map { $0.displayName ?? $0.name }
      recording.title = test ?? "\(featureName(of: Feature.self)), at \(environment.site)"
    }
    return recording.html
  }

  /// The event log as a recording.
  private var rememberedRecording: Recording {
    let recorder = RunRecorder()
    recorder.draft { $0.omit(log.forgotten) }
    let number = recorder.draft { $0.addStore(at: environment.site) }
    let events = EventRecorder<Feature>(recorder, store: number, state: log.firstState)
    var failures = log.failures[...]
    for event in log.events {
      while let first = failures.first, first.position <= event.number {
        recorder.note(first.failure, in: number, at: first.instant)
        failures.removeFirst()
      }
      events.note(event, in: nil)
    }
    for rest in failures { recorder.note(rest.failure, in: number, at: rest.instant) }
    for (token, snapshot) in environment.isEnded ? [] : ledger {
      recorder.draft { $0.note(token, of: number, waitsFor: "\(snapshot.waitingOn)") }
    }
    return recorder.recording
  }
}
