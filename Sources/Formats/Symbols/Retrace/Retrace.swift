import Synchronization

/// Undoes what R8 or ProGuard did to the names and lines of an app's traces, by the `mapping.txt` of its build.
///
///     let retrace = try Retrace(SymbolBytes(path: "mapping.txt"))
///     let frames = retrace.frames(trace, thrownBy: "a.b")
///     let exception = retrace.className("a.b") ?? "a.b"
///
/// As R8's own document has it (doc/retrace.md, up to version 2.2): methods put into one another, outlines, frames that are left away, what the compiler
/// made, several methods of one name. The mapping stays on disk: in memory are where its classes are (48 bytes each) and those that were asked for
/// last, of up to 4 MB of its text.
public final class Retrace: Sendable {
    private let index: RetraceIndex
    private let text: Mutex<RetraceTextStore>

    /// Reads the whole mapping once, a second for some hundred megabytes.
    /// - Throws: `tooLarge` for one of 4 GB or of millions of classes.
    public init(_ bytes: SymbolBytes) throws(FormatError) {
        index = try RetraceIndex(bytes)
        text = Mutex(RetraceTextStore(bytes))
    }

    /// How many classes the mapping names.
    public var classes: Int { index.classes }

    /// What a class was called; nil for one that the mapping does not name.
    public func className(_ name: String) -> String? {
        let places = index.places(shortened: name)
        return places.isEmpty ? nil : text.withLock { $0.original(name, at: places) }
    }

    /// What a method was called, with its class; nil where there is none or more than one.
    public func method(_ className: String, _ name: String) -> (className: String, method: String)? {
        var work = RetraceWork()
        return method(className, name, &work)
    }

    func method(_ className: String, _ name: String, _ work: inout RetraceWork) -> (className: String, method: String)? {
        guard let type = type(className, &work) else { return nil }
        let found = Set((type.methods[name]?.overloads ?? []).flatMap(\.stacks).map(\.outermost.name))
        guard let only = found.first, found.count == 1 else { return nil }
        return (type.original, only)
    }

    func type(_ name: String, _ work: inout RetraceWork) -> RetraceClass? {
        let places = index.places(shortened: name)
        return places.isEmpty ? nil : text.withLock { $0.type(name, at: places, &work) }
    }

    /// What a class says of its file, asked by the name that it had.
    func sourceFile(ofOriginal name: String) -> String? {
        let places = index.places(original: name)
        return places.isEmpty ? nil : text.withLock { $0.sourceFile(name, at: places) }
    }
}

/// What one call may cost, whatever the mapping says: a real trace takes a hundredth of it.
struct RetraceWork {
    /// Bytes of text that are read anew, less than a second's.
    var bytes = 16 << 20
    /// Lines of methods that frames are held against.
    var lines = 4_000_000
}

/// Reads classes where the index says that they are, and keeps those that were asked for last.
struct RetraceTextStore {
    private let bytes: SymbolBytes
    private var kept: [String: RetraceClass] = [:]
    private var files: [String: String?] = [:]
    /// Bytes of text that what is kept was read from.
    private var keptBytes = 0

    private static let mostKept = 4 << 20
    private static let mostFiles = 10_000
    private static let headBytes = 2_048

    init(_ bytes: SymbolBytes) {
        self.bytes = bytes
    }

    func original(_ name: String, at places: [Range<Int>]) -> String? {
        if let known = kept[name] { return known.original }
        return places.lazy.compactMap { head($0) }.first { $0.short == name }?.original
    }

    private func head(_ place: Range<Int>) -> (original: String, short: String)? {
        (try? bytes.read(place.lowerBound, min(place.count, Self.headBytes))).flatMap(Self.names)
    }

    mutating func type(_ name: String, at places: [Range<Int>], _ work: inout RetraceWork) -> RetraceClass? {
        if let known = kept[name] { return known }
        for place in places where head(place)?.short == name {
            let size = min(place.count, RetraceClass.longest)
            guard work.bytes >= size, let text = try? bytes.read(place.lowerBound, size) else { continue }
            work.bytes -= size
            guard let type = RetraceClass(text) else { continue }
            if keptBytes + text.count > Self.mostKept { (kept, keptBytes) = ([:], 0) }
            kept[name] = type
            keptBytes += text.count
            return type
        }
        return nil
    }

    /// Its note stands right below the class's line.
    mutating func sourceFile(_ name: String, at places: [Range<Int>]) -> String? {
        if let known = files[name] { return known }
        if files.count >= Self.mostFiles { files = [:] }
        for place in places {
            guard let head = try? bytes.read(place.lowerBound, min(place.count, Self.headBytes)), Self.names(head)?.original == name else { continue }
            let file = Self.sourceFile(head)
            files[name] = .some(file)
            return file
        }
        return nil
    }

    private static func sourceFile(_ head: [UInt8]) -> String? {
        for line in head.split(separator: UInt8(ascii: "\n")).dropFirst() {
            guard let note = RetraceText.note(line) else { return nil }
            if case .sourceFile(let name) = RetraceNote(note) { return name }
        }
        return nil
    }

    private static func names(_ text: [UInt8]) -> (original: String, short: String)? {
        guard let names = RetraceText.classNames(text.prefix { $0 != UInt8(ascii: "\n") }) else { return nil }
        return (RetraceText.string(names.original), RetraceText.string(names.obfuscated))
    }
}
