import Foundation

/// What is on disk: the state, and the package of the patch that is held, under its digest.
struct HotpatchStore {
    var kept: HotpatchKept
    private let directory: URL

    init(_ directory: URL) {
        self.directory = directory
        kept = .kept(in: directory.appending(path: Self.state))
    }

    private static let state = "hotpatch.json"

    /// - Throws: what the disk says.
    func write() throws {
        try kept.write(directory.appending(path: Self.state))
    }

    /// Its bytes; none if they are gone.
    func package(_ offer: HotpatchOffer) -> [UInt8] {
        (try? Data(contentsOf: file(offer))).map { Array($0) } ?? []
    }

    private func file(_ offer: HotpatchOffer) -> URL {
        directory.appending(path: "hotpatch-\(offer.sha256).package")
    }

    /// Takes a patch in place of the one held. The package is written first: a state that names one which is not there would fail at the next start.
    ///
    /// - Returns: whether the disk took it; if not, all is as before.
    mutating func keep(_ bytes: [UInt8], _ offer: HotpatchOffer, for appVersion: String) -> Bool {
        let before = kept
        do {
            try Data(bytes).write(to: file(offer), options: .atomic)
            kept.held = offer
            kept.appVersion = appVersion
            kept.attempts = 0
            kept.report(offer.version, .downloaded)
            try write()
        } catch {
            kept = before
            return false
        }
        if let old = before.held, old.sha256 != offer.sha256 { try? FileManager.default.removeItem(at: file(old)) }
        return true
    }

    /// The patch held is no more; to be written by who calls.
    mutating func forget() {
        guard let held = kept.held else { return }
        kept.held = nil
        kept.attempts = 0
        try? FileManager.default.removeItem(at: file(held))
    }
}
