#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The key of `\.calendar`, which has no test value.
package enum CalendarKey: DependencyKey {
  /// The user's calendar, which follows changes of the settings.
  package static var liveValue: Calendar { .autoupdatingCurrent }
}

/// The key of `\.timeZone`, which has no test value.
package enum TimeZoneKey: DependencyKey {
  /// The user's time zone, which follows changes of the settings.
  package static var liveValue: TimeZone { .autoupdatingCurrent }
}

/// The key of `\.locale`, which has no test value.
package enum LocaleKey: DependencyKey {
  /// The user's locale, which follows changes of the settings.
  package static var liveValue: Locale { .autoupdatingCurrent }
}

extension DependencyValues {
  /// The calendar for date computations.
  ///
  /// It has no test value, as a test that reads the machine's calendar passes on some machines only.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The time zone in which times are shown.
  ///
  /// It has no test value, as a test that reads the machine's time zone passes on some machines only.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }

  /// The locale for formatting.
  ///
  /// It has no test value, as a test that reads the machine's locale passes on some machines only.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }
}
