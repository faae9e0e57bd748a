/// Makes an index, upload by upload. A thousand uploads of 100 lines take a tenth of a second and, until they are written, 12 MB.
public struct LogIndexBuilder: Sendable {
    private var entries: [LogIndexEntry] = []
    private var terms = LogIndexPostings()
    private var text = LogIndexPostings()
    private var trigrams = LogTrigrams()
    private var read = 0

    /// Bounds the memory: 4 bytes a pair of trigram and upload while they are gathered, 2 more while they are written.
    private static let mostPairs = 12 << 20
    private static let mostTerms = 1 << 20
    /// Bytes of bodies of one index.
    private static let mostBytes = 1 << 30

    public init() {}

    /// Whether it should be written before more comes.
    public var isFull: Bool {
        entries.count >= LogIndex.mostUploads || text.count >= Self.mostPairs || terms.count >= Self.mostTerms || read >= Self.mostBytes
    }

    public var isEmpty: Bool { entries.isEmpty }

    /// Adds an upload. Lines that cannot be read are indexed by their text only.
    /// - Parameter body: unpacked.
    public mutating func add(_ upload: LogIndexUpload, _ body: [UInt8]) {
        var found = LogIndexTermsFound(upload)
        if !upload.isReport { found.read(body) }
        let hasText = trigrams.collect(body, most: LogIndex.mostTrigrams)
        if !hasText { found.insert(.anyText) }
        text.add(hasText ? trigrams.found : [])
        terms.add(found.hashes)
        entries.append(LogIndexEntry(upload, found.kinds))
        read += body.count
    }

    /// Adds an upload whose body cannot be read: it can hold anything, so that whoever looks comes upon it.
    public mutating func addUnreadable(_ upload: LogIndexUpload) {
        text.add([])
        terms.add([LogIndexTerm.anyText.hash, LogIndexTerm.anyTerm.hash])
        entries.append(LogIndexEntry(upload, LogIndexKinds(LogLineKind.allCases)))
    }

    /// - Parameter salt: 16 bytes by chance: two files that hold the same are not the same file.
    /// - Returns: the file; of an empty index none.
    public func finished(salt: [UInt8]) -> [UInt8] {
        let base = entries.map(\.receivedAt).min() ?? 0
        let terms = LogIndexTermsWritten(terms, room: entries.count)
        let text = LogIndexTextWritten(text, room: entries.count)
        let head = LogIndexHead(uploads: entries.count, terms: terms.count, base: base, lists: terms.lists.count, text: text.groups.count)
        var bytes = head.bytes(salt: salt)
        bytes.reserveCapacity(head.end)
        bytes += terms.table
        bytes += terms.lists
        for entry in entries { entry.append(to: &bytes, base: base) }
        bytes += text.directory
        bytes += text.groups
        return bytes
    }
}

/// The terms of one upload.
private struct LogIndexTermsFound {
    private(set) var kinds: LogIndexKinds
    private var terms: Set<LogIndexTerm> = []
    private var fields: [Field] = [Field(.device, .device), Field(.user, .user), Field(.session, .session), Field(.version, .version)]

    /// What lines say of one field.
    private struct Field {
        let line: LogField
        let term: LogIndexTerm.Field
        /// The value before: most lines say the same again.
        var last: LogSlice?

        init(_ line: LogField, _ term: LogIndexTerm.Field) {
            (self.line, self.term) = (line, term)
        }
    }

    var hashes: [UInt32] {
        terms.count <= LogIndex.mostTerms
            ? terms.map(\.hash) : [LogIndexTerm.anyTerm.hash] + (terms.contains(.anyText) ? [LogIndexTerm.anyText.hash] : [])
    }

    /// Headers count whether or not a line leaves it to them: somebody may look for whatever they say.
    init(_ upload: LogIndexUpload) {
        kinds = upload.isReport ? LogIndexKinds(.crash) : []
        if let device = upload.device { terms.insert(LogIndexTerm(.device, device)) }
        if let user = upload.user { terms.insert(LogIndexTerm(.user, user)) }
        if let version = upload.version { terms.insert(LogIndexTerm(.version, version)) }
    }

    mutating func insert(_ term: LogIndexTerm) {
        terms.insert(term)
    }

    mutating func read(_ body: [UInt8]) {
        var event: LogSlice?
        // What is in the ledger was read once already, so it has no more lines than allowed.
        try? LogLineReader(body).forEachLine { result, line in
            guard let kind = try? result.get() else { return }
            kinds.insert(LogIndexKinds(kind))
            for place in fields.indices { readField(place, line) }
            guard let next = line.event, event.map({ !line.same($0, next) }) ?? true else { return }
            event = next
            terms.insert(line.term(.event, next))
        }
    }

    private mutating func readField(_ place: Int, _ line: borrowing LogLine) {
        guard let slice = line.slice(fields[place].line) else { return }
        if let last = fields[place].last, line.same(last, slice) { return }
        fields[place].last = slice
        terms.insert(line.term(fields[place].term, slice))
    }
}

extension LogLine {
    /// What happened: the event of a behaviour line, the metric of a performance line, the monitor point of a crash line.
    public var event: LogSlice? {
        switch kind {
        case .behaviour: slice(.event)
        case .performance: slice(.metric)
        case .crash: slice(.monitorPoint)
        }
    }

    fileprivate func term(_ field: LogIndexTerm.Field, _ slice: LogSlice) -> LogIndexTerm {
        hasEscape(slice) ? LogIndexTerm(field, string(slice)) : LogIndexTerm(field, buffer(slice))
    }
}
