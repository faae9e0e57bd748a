/// Why a log line was not counted. Raw values are stored and shown; never rename one.
///
/// The reader finds the first six; the others need the upload's headers and clock and are found by whoever reduces the lines.
public enum LogLineRejection: String, Error, CaseIterable, Codable {
    /// No fields at all, or a device's wrapper that is broken or cut off.
    case malformed
    /// The first field is none of `D-VM`, `D-MM`, `e`.
    case unknownKind
    /// Fewer fields than lines of its kind have.
    case tooFewFields
    /// Longer than ``LogLineReader/longestLine``.
    case tooLong
    /// Not UTF-8.
    case invalidUTF8
    /// The time is missing or not `yyyy-MM-dd HH:mm:ss[.:]SSS`.
    case badTime
    /// A measured line whose number cannot be read.
    case badNumber
    /// The line's product id is not the upload's.
    case otherProduct
    /// More than 30 days before it was received.
    case tooOld
    /// More than 10 minutes after it was received.
    case tooNew
}

/// Why a whole upload was not read.
public enum LogBatchError: Error, Equatable, Sendable {
    /// More lines than ``LogLineReader/mostLines``.
    case tooManyLines
    /// More bytes than offsets of 32 bits reach; the web layer's limit is far below.
    case tooLarge
}
