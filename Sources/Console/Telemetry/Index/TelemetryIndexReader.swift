import Formats
import Storage

/// Asks indexes which uploads can hold what somebody looks for, reading no more of each than the question needs.
struct TelemetryIndexReader: Sendable {
    let blobs: any Blobs
    let cache: TelemetryIndexCache

    /// - Returns: in no order.
    /// - Throws: ``TelemetryIndexLost`` when the index is not there, or not one.
    func candidates(_ question: TelemetryIndexQuestion, in unit: TelemetryIndexUnit) async throws -> [TelemetryIndexCandidate] {
        do {
            return try await found(question, in: unit)
        } catch let error where error is FormatError || error is BlobError {
            throw TelemetryIndexLost(unit: unit, reason: "\(error)")
        }
    }

    private func found(_ question: TelemetryIndexQuestion, in unit: TelemetryIndexUnit) async throws -> [TelemetryIndexCandidate] {
        let front = try await part(unit, 0..<unit.front)
        let head = try LogIndexHead(Array(front.prefix(LogIndexHead.size)))
        guard head.end == unit.size, head.termRange.upperBound == unit.front else { throw FormatError.malformed }
        let terms = try LogIndexTerms(head, Array(front[head.termRange]))
        var set = try terms.uploads(with: question.terms)
        guard !set.isEmpty else { return [] }
        try await narrow(&set, to: question.trigrams, terms, head, unit)
        guard !set.isEmpty else { return [] }
        let entries = try LogIndexEntry.all(in: try await part(unit, head.entryRange), head)
        return set.numbers.map { entries[$0] }.filter(question.mayBeIn).map { TelemetryIndexCandidate(receivedAt: $0.receivedAt, batch: $0.batch) }
    }

    /// Reading a few uploads for nothing costs less than asking for more.
    private static let few = 2

    private func narrow(
        _ set: inout LogIndexSet,
        to trigrams: [LogTrigram],
        _ terms: LogIndexTerms,
        _ head: LogIndexHead,
        _ unit: TelemetryIndexUnit
    ) async throws {
        guard !trigrams.isEmpty else { return }
        var any = try terms.withAnyText
        any.formIntersection(set)
        let directory = try LogIndexDirectory(head, try await part(unit, head.directoryRange))
        for trigram in trigrams where set.count > Self.few {
            set.formIntersection(try directory.uploads(with: trigram, in: try await part(unit, try directory.range(of: trigram))))
        }
        set.formUnion(any)
    }

    private func part(_ unit: TelemetryIndexUnit, _ range: Range<Int>) async throws -> [UInt8] {
        guard !range.isEmpty else { return [] }
        return try await cache.part(unit.blob, range) { [blobs] in try await blobs.read(unit.blob, range) }
    }
}

/// An upload that can hold what is looked for.
struct TelemetryIndexCandidate: Sendable {
    let receivedAt: Int
    /// The number of its id, ``Formats/LogIndexTerm/batch(_:)``.
    let batch: UInt32
    /// Once it was asked for.
    var row: TelemetryLedgerRow?
}

/// An index cannot be read.
struct TelemetryIndexLost: Error, CustomStringConvertible {
    let unit: TelemetryIndexUnit
    let reason: String

    var description: String { "index \(unit.blob) of day \(unit.segment.day) of \(unit.segment.app): \(reason)" }
}
