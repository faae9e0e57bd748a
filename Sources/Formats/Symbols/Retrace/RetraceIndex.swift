import Foundation

/// Where the classes of a mapping are, by both of their names. 24 bytes a class for each name: 10 MB for 200,000 classes, however long the
/// file is; a file of 100 MB is read once, in pieces of 1 MB.
struct RetraceIndex: Sendable {
    private let shortened: RetraceTable
    private let original: RetraceTable
    let classes: Int

    private static let mostClasses = 4_000_000
    private static let piece = 1 << 20

    init(_ bytes: SymbolBytes) throws(FormatError) {
        guard bytes.size < Int(UInt32.max) else { throw .tooLarge }
        var walk = RetraceWalk()
        var place = 0
        while place < bytes.size {
            let piece = try bytes.head(place, Self.piece)
            guard !piece.isEmpty else { throw .malformed }
            walk.take(piece)
            place += piece.count
            guard walk.found.count <= Self.mostClasses else { throw .tooLarge }
        }
        walk.finish()
        let starts = walk.found.map(\.start) + [UInt32(bytes.size)]
        shortened = RetraceTable(walk.found.map(\.shortened), starts)
        original = RetraceTable(walk.found.map(\.original), starts)
        classes = walk.found.count
    }

    /// Where a class may be; several where two names have one hash, or a name stands twice.
    func places(shortened name: String) -> [Range<Int>] { shortened.places(name) }
    func places(original name: String) -> [Range<Int>] { original.places(name) }
}

/// Hashes in order, each with a part of the file.
private struct RetraceTable: Sendable {
    private struct Entry {
        let hash: UInt64
        let start: UInt32
        let end: UInt32
    }

    private let entries: [Entry]
    private static let most = 8

    /// - Parameter starts: one more than there are hashes.
    init(_ hashes: [UInt64], _ starts: [UInt32]) {
        entries = hashes.indices.map { Entry(hash: hashes[$0], start: starts[$0], end: starts[$0 + 1]) }
            .sorted { ($0.hash, $0.start) < ($1.hash, $1.start) }
    }

    func places(_ name: String) -> [Range<Int>] {
        let hash = RetraceHash.of(name.utf8)
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        return entries[low...].prefix(Self.most).prefix { $0.hash == hash }.map { Int($0.start)..<Int($0.end) }
    }
}

/// FNV-1a of 64 bits: the name is compared where it is read.
enum RetraceHash {
    static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}

/// Finds the lines of classes in a file that comes in pieces. They are those that do not begin with a space.
private struct RetraceWalk {
    struct Class {
        let start: UInt32
        let shortened: UInt64
        let original: UInt64
    }

    var found: [Class] = []
    /// Of the whole, where the next piece begins.
    private var place = 0
    /// A line whose end is in the next piece; what is longer than lines may be is not kept.
    private var rest: [UInt8] = []
    private var restStart = 0

    mutating func take(_ piece: [UInt8]) {
        var start = 0
        while let end = Self.lineEnd(piece, from: start) {
            if rest.isEmpty {
                line(piece[start..<end], at: place + start)
            } else {
                keep(piece[start..<end])
                line(rest[...], at: restStart)
                rest = []
            }
            start = end + 1
        }
        if start < piece.count {
            if rest.isEmpty { restStart = place + start }
            keep(piece[start...])
        }
        place += piece.count
    }

    mutating func finish() {
        line(rest[...], at: restStart)
        rest = []
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        guard rest.count <= RetraceText.longestLine else { return }
        rest += bytes.prefix(RetraceText.longestLine + 1 - rest.count)
    }

    private mutating func line(_ bytes: ArraySlice<UInt8>, at start: Int) {
        guard let first = bytes.first, first != 0x20, first != 0x09, first != UInt8(ascii: "#"), let names = RetraceText.classNames(bytes),
            let start = UInt32(exactly: start)
        else { return }
        found.append(Class(start: start, shortened: RetraceHash.of(names.obfuscated), original: RetraceHash.of(names.original)))
    }

    /// Most lines are of methods and are only jumped over.
    private static func lineEnd(_ piece: [UInt8], from start: Int) -> Int? {
        piece.withUnsafeBytes { buffer in
            guard start < buffer.count, let base = buffer.baseAddress, let found = memchr(base + start, 0x0A, buffer.count - start) else {
                return nil
            }
            return base.distance(to: UnsafeRawPointer(found))
        }
    }
}
