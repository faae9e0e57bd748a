import Formats
import Foundation
import Gzip
import Signing
import Storage
import Web

/// A page of a log.
struct DiagnosisLogFound: Codable, Sendable {
    let items: [Item]
    /// The number to go on with by `start`; null at the end.
    let next: OrNull<Int>
    /// Whether the filter was held against all up to `next`; false when there was more than one answer has time for.
    let complete: Bool
    /// Entries of the whole log that hold what was asked for; null when there was more than one answer has time for.
    let matches: OrNull<Int>
    /// Entries of the whole log.
    let lines: Int

    /// One entry.
    struct Item: Codable, Sendable {
        /// Within the log, from 1.
        let number: Int
        /// Null when it does not say.
        let time: OrNull<Date>
        let level: DeviceLogLevel
        let tag: String
        let text: String
        /// Of the archive; empty when there was only one.
        let file: String
    }
}

/// A readable log, of which only those blocks are opened that a page shows or looks through.
struct DiagnosisLog: Sendable {
    let place: DiagnosisLogPlace
    let key: DiagnosisFileKey
    let blobs: any Blobs
    let index: DiagnosisLogIndex

    /// How long one answer looks.
    static let patience = Duration.milliseconds(1_500)
    private static let largestBlock = 4 << 20

    /// - Throws: `AESGCM.Failure.tampered` for what is not as it was stored.
    init(_ place: DiagnosisLogPlace, _ installation: [UInt8], _ blobs: any Blobs) async throws {
        key = try DiagnosisFileKey.open(place.sealedKey, installation, for: place.part)
        let sealed = try await blobs.read(place.blob, place.index..<place.size)
        let plain = try AESGCM.open(sealed, key: key.bytes, authenticating: DiagnosisLogIndex.context(place.part, block: -1))
        index = try JSONDecoder().decode(DiagnosisLogIndex.self, from: Data(plain))
        (self.place, self.blobs) = (place, blobs)
    }

    var lines: Int { index.blocks.last.map { $0.facts.first + $0.facts.lines - 1 } ?? 0 }

    private func block(_ number: Int) async throws -> [DeviceLogLine] {
        let block = index.blocks[number]
        let sealed = try await blobs.read(place.blob, block.start..<block.start + block.size)
        let packed = try AESGCM.open(sealed, key: key.bytes, authenticating: DiagnosisLogIndex.context(place.part, block: number))
        return try DeviceLogBlock.lines(in: try Gzip.decompress(packed, limit: Self.largestBlock, ratio: .max))
    }

    /// Entries in their order.
    /// - Parameters:
    ///   - start: number of the first that may come.
    ///   - limit: how many come at most.
    func find(_ filter: DiagnosisLogFilter, from start: Int, limit: Int) async throws -> DiagnosisLogFound {
        let end = ContinuousClock.now + Self.patience
        var items: [DiagnosisLogFound.Item] = []
        for (number, block) in index.blocks.enumerated() where block.facts.first + block.facts.lines > start && filter.mayHold(block.facts) {
            if ContinuousClock.now > end { return found(items, nil, next: max(start, block.facts.first), complete: false) }
            for (offset, line) in try await self.block(number).enumerated() {
                let place = block.facts.first + offset
                guard place >= start, filter.holds(line) else { continue }
                if items.count == limit { return found(items, try await count(filter, until: end), next: place, complete: true) }
                items.append(DiagnosisLogFound.Item(place, line, block.facts.file))
            }
        }
        return found(items, start == 1 ? items.count : try await count(filter, until: end), next: nil, complete: true)
    }

    /// - Returns: nil when the time is over before the end is reached.
    private func count(_ filter: DiagnosisLogFilter, until end: ContinuousClock.Instant) async throws -> Int? {
        if filter.isEmpty { return lines }
        var count = 0
        for (number, block) in index.blocks.enumerated() where filter.mayHold(block.facts) {
            if ContinuousClock.now > end { return nil }
            count += try await self.block(number).count { filter.holds($0) }
        }
        return count
    }

    private func found(_ items: [DiagnosisLogFound.Item], _ matches: Int?, next: Int?, complete: Bool) -> DiagnosisLogFound {
        DiagnosisLogFound(items: items, next: OrNull(next), complete: complete, matches: OrNull(matches), lines: lines)
    }
}

extension DiagnosisLogFound.Item {
    fileprivate init(_ number: Int, _ line: DeviceLogLine, _ file: String) {
        self.init(
            number: number,
            time: OrNull(line.time.map { Date(milliseconds: $0) }),
            level: line.level,
            tag: line.tag,
            text: line.text,
            file: file
        )
    }

    /// Without telephone numbers and mail addresses.
    func masked() -> DiagnosisLogFound.Item {
        DiagnosisLogFound.Item(number: number, time: time, level: level, tag: PersonalMask.masked(tag), text: PersonalMask.masked(text), file: file)
    }
}

extension DiagnosisLogFound {
    func masked() -> DiagnosisLogFound {
        DiagnosisLogFound(items: items.map { $0.masked() }, next: next, complete: complete, matches: matches, lines: lines)
    }
}
