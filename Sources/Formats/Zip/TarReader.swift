import Gzip

/// What a gzipped tar holds, as OHPM packs libraries of HarmonyOS; all of it is read once, with no more than 1 MB in memory.
///
/// Read are ustar's headers (POSIX.1-2017, pax, "ustar Interchange Format"), the long names of pax and GNU.
public struct TarReader {
    /// Files only, in their order.
    public let entries: [TarEntry]

    /// - Throws: `ZipError`, as of zip archives.
    public init(gzip path: String, limits: ZipLimits = ZipLimits()) throws(ZipError) {
        self = try Self.read(gzip: path, limits: limits) { _, _ in }
    }

    /// Goes through the archive and gives the contents of its files away, piece by piece. Whether the archive is whole is known at the end.
    ///
    /// - Parameter each: called with each file's pieces in their order; once without any for an empty file.
    /// - Throws: `ZipError`, as of zip archives.
    public static func read(
        gzip path: String,
        limits: ZipLimits = ZipLimits(),
        each: (TarEntry, ArraySlice<UInt8>) -> Void
    ) throws(ZipError) -> TarReader {
        try withoutActuallyEscaping(each) { each throws(ZipError) in
            TarReader(entries: try walk(path, TarWalk(limits, each), limits))
        }
    }

    private init(entries: [TarEntry]) {
        self.entries = entries
    }

    private static func walk(_ path: String, _ start: TarWalk, _ limits: ZipLimits) throws(ZipError) -> [TarEntry] {
        let file = try ZipFile(path)
        var walk = start
        do {
            // Each file has a header of 512 bytes and up to as many to fill its last block; a long name takes two blocks more.
            let inflater = try Inflater(Expansion(limit: limits.maxUnpacked + limits.maxEntries * 2048, ratio: limits.maxRatio))
            var position = 0
            while position < file.size {
                let piece = try file.read(at: position, count: min(16 << 10, file.size - position))
                position += piece.count
                try walk.take(try inflater.write(piece))
            }
            try inflater.finish()
        } catch let error as ZipError {
            throw error
        } catch {
            switch error as? GzipError {
            case .ratio: throw .ratio(nil)
            case .tooLarge: throw .tooLarge(walk.last)
            default: throw .damaged(nil)
            }
        }
        return try walk.finish()
    }

    /// Whether a file begins as gzip does.
    public static func isGzip(_ path: String) throws(ZipError) -> Bool {
        let file = try ZipFile(path)
        return file.size >= 2 ? try file.read(at: 0, count: 2) == [0x1F, 0x8B] : false
    }
}

/// One file of a tar.
public struct TarEntry: Equatable, Sendable {
    public let path: String
    /// Bytes.
    public let size: Int
}

/// Goes through a tar that comes in pieces.
private struct TarWalk {
    private let limits: ZipLimits
    private let each: (TarEntry, ArraySlice<UInt8>) -> Void
    private var names: ZipNames
    private var entries: [TarEntry] = []
    private var count = 0
    private var unpacked = 0
    /// What came and is not used up: less than a header, or the contents of one that names the next.
    private var pending: [UInt8] = []
    /// Bytes of contents still to come, and of these those that are the file's and do not fill its last block.
    private var skipped = 0
    private var due = 0
    /// A header whose contents are awaited.
    private var naming: (kind: UInt8, size: Int)?
    private var longName: [UInt8]?
    private var isOver = false

    init(_ limits: ZipLimits, _ each: @escaping (TarEntry, ArraySlice<UInt8>) -> Void) {
        (self.limits, self.each) = (limits, each)
        names = ZipNames(limits)
    }

    var last: String { entries.last?.path ?? "" }

    private static let block = 512
    private static let longestNaming = 64 << 10

    mutating func take(_ piece: [UInt8]) throws(ZipError) {
        var rest = piece[...]
        while !isOver {
            skip(&rest)
            guard skipped == 0 else { return }
            let wanted = naming.map { Self.padded($0.size) } ?? Self.block
            let part = rest.prefix(wanted - pending.count)
            pending += part
            rest = rest.dropFirst(part.count)
            guard pending.count == wanted else { return }
            let bytes = pending
            pending = []
            if let naming { try name(naming.kind, bytes.prefix(naming.size)) } else { try header(bytes) }
        }
    }

    private mutating func skip(_ rest: inout ArraySlice<UInt8>) {
        let jump = min(skipped, rest.count)
        let contents = rest.prefix(min(due, jump))
        if !contents.isEmpty, let entry = entries.last { each(entry, contents) }
        rest = rest.dropFirst(jump)
        skipped -= jump
        due -= contents.count
    }

    func finish() throws(ZipError) -> [TarEntry] {
        guard isOver || (pending.isEmpty && naming == nil && skipped == 0), count > 0 else { throw .damaged(last.isEmpty ? nil : last) }
        return entries
    }

    private static func padded(_ size: Int) -> Int { (size + block - 1) / block * block }

    private mutating func header(_ bytes: [UInt8]) throws(ZipError) {
        guard bytes.contains(where: { $0 != 0 }) else {
            isOver = true
            return
        }
        guard bytes[257..<262].elementsEqual("ustar".utf8), Self.sum(bytes) == Self.octal(bytes[148..<156]) else {
            throw count == 0 ? .notAnArchive : .damaged(last)
        }
        guard let size = Self.octal(bytes[124..<136]) else { throw .damaged(last) }
        count += 1
        guard count <= limits.maxEntries else { throw .tooManyEntries(count) }
        let kind = bytes[156]
        if "xgL".utf8.contains(kind) {
            guard size <= Self.longestNaming else { throw .largeDirectory(size) }
            naming = (kind, size)
            if size == 0 { try name(kind, []) }
            return
        }
        try add(Self.path(of: bytes, longName), kind, size)
        longName = nil
    }

    private mutating func add(_ name: [UInt8], _ kind: UInt8, _ size: Int) throws(ZipError) {
        guard var path = String(validating: name, as: UTF8.self) else { throw .badName(String(decoding: name, as: UTF8.self)) }
        if path.hasPrefix("./") { path.removeFirst(2) }
        switch kind {
        case 0, UInt8(ascii: "0"):
            try names.add(path)
            guard path.utf8.last != UInt8(ascii: "/") else { throw .badName(path) }
            guard size <= limits.maxUnpacked - unpacked else { throw .tooLarge(path) }
            unpacked += size
            let entry = TarEntry(path: path, size: size)
            entries.append(entry)
            (skipped, due) = (Self.padded(size), size)
            if size == 0 { each(entry, []) }
        case UInt8(ascii: "5"):
            if path.isEmpty { return }
            try names.add(path.utf8.last == UInt8(ascii: "/") ? path : path + "/")
            guard size == 0 else { throw .damaged(path) }
        default: throw .link(path)
        }
    }

    /// What a header says of the next one's name; what it says of all that follow (`g`) are comments and times.
    private mutating func name(_ kind: UInt8, _ bytes: ArraySlice<UInt8>) throws(ZipError) {
        naming = nil
        switch kind {
        case UInt8(ascii: "L"): longName = Array(bytes.prefix { $0 != 0 })
        case UInt8(ascii: "x"): longName = try Self.paxPath(bytes) ?? longName
        default: break
        }
    }

    /// `<length> path=<path>\n` among the records; a size given there is of files above 8 GB, which are none of ours.
    private static func paxPath(_ bytes: ArraySlice<UInt8>) throws(ZipError) -> [UInt8]? {
        var (rest, path) = (bytes, [UInt8]?.none)
        while !rest.isEmpty {
            let digits = rest.prefix { $0 != UInt8(ascii: " ") }
            guard let length = Int(String(decoding: digits, as: UTF8.self)), length > digits.count + 1, length <= rest.count else {
                throw .damaged(nil)
            }
            let record = rest.prefix(length).dropFirst(digits.count + 1).dropLast()
            if record.starts(with: "path=".utf8) { path = Array(record.dropFirst(5)) }
            if record.starts(with: "size=".utf8) || record.starts(with: "linkpath=".utf8) {
                throw .link(path.map { String(decoding: $0, as: UTF8.self) } ?? "")
            }
            rest = rest.dropFirst(length)
        }
        return path
    }

    private static func path(of bytes: [UInt8], _ longName: [UInt8]?) -> [UInt8] {
        if let longName { return longName }
        let name = Array(bytes[0..<100].prefix { $0 != 0 })
        let prefix = Array(bytes[345..<500].prefix { $0 != 0 })
        return prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
    }

    /// Of the header, with its own field as spaces.
    private static func sum(_ bytes: [UInt8]) -> Int {
        bytes.indices.reduce(0) { $0 + (148..<156 ~= $1 ? 32 : Int(bytes[$1])) }
    }

    /// Nil for what is no octal number; such are those of files above 8 GB.
    private static func octal(_ bytes: ArraySlice<UInt8>) -> Int? {
        let digits = bytes.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
        return Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 < 0 ? nil : $0 }
    }
}
