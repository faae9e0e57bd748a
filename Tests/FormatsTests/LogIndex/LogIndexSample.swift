@testable import Formats

/// An index as those who ask it see it.
struct LogIndexSample {
    let file: [UInt8]
    let head: LogIndexHead
    let terms: LogIndexTerms
    let directory: LogIndexDirectory
    let entries: [LogIndexEntry]

    /// - Parameter bodies: the lines of each upload.
    init(_ bodies: [[String]]) throws {
        var builder = LogIndexBuilder()
        for (number, lines) in bodies.enumerated() { builder.add(Self.upload(number), Array(lines.joined(separator: "\n").utf8)) }
        try self.init(builder)
    }

    init(_ builder: LogIndexBuilder) throws {
        try self.init(file: builder.finished(salt: []))
    }

    init(file: [UInt8]) throws(FormatError) {
        self.file = file
        head = try LogIndexHead(Array(file.prefix(LogIndexHead.size)))
        guard head.end == file.count else { throw .malformed }
        terms = try LogIndexTerms(head, Array(file[head.termRange]))
        directory = try LogIndexDirectory(head, Array(file[head.directoryRange]))
        entries = try LogIndexEntry.all(in: Array(file[head.entryRange]), head)
    }

    func uploads(_ field: LogIndexTerm.Field, _ value: String) throws -> [Int] {
        try terms.uploads(with: [LogIndexTerm(field, value)]).numbers
    }

    func uploads(text: String) throws -> [Int] {
        var all = LogIndexSet(allOf: head.uploads)
        for trigram in LogNeedle(text).trigrams {
            all.formIntersection(try directory.uploads(with: trigram, in: Array(file[try directory.range(of: trigram)])))
        }
        all.formUnion(try terms.withAnyText)
        return all.numbers
    }

    static func upload(_ number: Int, version: String? = nil, device: String? = nil, user: String? = nil, isReport: Bool = false) -> LogIndexUpload {
        let time = 1_795_228_800_000
        return LogIndexUpload(
            receivedAt: time + number,
            batchID: "batch\(number)",
            times: time - 1_000...time,
            isReport: isReport,
            version: version,
            device: device,
            user: user
        )
    }

    static func line(device: String, session: String, event: String) -> String {
        LogLineSamples.behaviour([6: session, 15: event, 25: device])
    }
}
