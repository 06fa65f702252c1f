#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import UIKit

  extension Telephone {
    /// The telephone of the device, which opens `tel:` links.
    ///
    /// An app must list `tel` under `LSApplicationQueriesSchemes` in its `Info.plist`. Otherwise the system refuses
    /// every number.
    static let application = Telephone(
      canDial: { number in
        guard let link = link(to: number) else { return false }
        return UIApplication.shared.canOpenURL(link)
      },
      dial: { number in
        guard let link = link(to: number) else { return }
        UIApplication.shared.open(link)
      }
    )

    /// Returns the link that dials a number in normal form.
    private static func link(to number: String) -> URL? { URL(string: "tel:\(number)") }
  }
#endif
