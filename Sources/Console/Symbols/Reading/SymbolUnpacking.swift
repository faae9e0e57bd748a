import Formats

/// Takes the files out of a tar that are wanted, while it is read.
final class SymbolUnpacking {
    private let scratch: SymbolScratch
    private var path = ""
    /// What came of a file until enough of it is there to tell whether it is wanted; nil afterwards.
    private var head: [UInt8]?
    /// Where a wanted one goes.
    private var target: SymbolTarget?
    private var taken: [(path: String, target: SymbolTarget)] = []
    private var failure: SymbolRefusal?

    private static let headBytes = 512

    init(_ scratch: SymbolScratch) {
        self.scratch = scratch
    }

    func take(_ entry: TarEntry, _ bytes: ArraySlice<UInt8>) {
        guard failure == nil else { return }
        do {
            try write(entry, bytes)
        } catch let refusal as SymbolRefusal {
            failure = refusal
        } catch {
            failure = .full
        }
    }

    private func write(_ entry: TarEntry, _ bytes: ArraySlice<UInt8>) throws {
        if entry.path != path { (path, head, target) = (entry.path, [], nil) }
        guard let begun = head else {
            try target?.write(Array(bytes))
            return
        }
        let known = begun + bytes
        guard known.count >= min(Self.headBytes, entry.size) else {
            head = known
            return
        }
        head = nil
        guard taken.count < SymbolLimits.objects * 4, entry.size >= 16, SymbolPiece.isWanted(path, known, entry.size) else { return }
        let target = try scratch.file()
        self.target = target
        taken.append((path, target))
        try target.write(known)
    }

    func finish() throws(SymbolRefusal) -> [(path: String, target: SymbolTarget)] {
        if let failure { throw failure }
        return taken
    }
}
