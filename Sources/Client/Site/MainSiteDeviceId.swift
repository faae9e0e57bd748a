import Foundation

/// The device id the library makes where the app has none: random, the same until the app is removed.
enum MainSiteDeviceId {
    /// - Parameter file: where it is kept; one that cannot be written makes the device another one at each start.
    static func kept(in file: URL) -> String {
        if let kept = try? String(contentsOf: file, encoding: .utf8), isWellFormed(kept) { return kept }
        let made = UUID().uuidString.replacing("-", with: "")
        try? Data(made.utf8).write(to: file, options: .atomic)
        return made
    }

    private static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
    }
}
