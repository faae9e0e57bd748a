import Foundation

/// A failure of a file in the system's words, for whoever runs a command: Foundation's own name domains and codes.
public struct LocalFailure: Error, CustomStringConvertible {
    public let description: String

    /// - Returns: nil for any other error.
    public init?(_ error: any Error) {
        guard let error = error as? CocoaError, let path = error.filePath ?? error.url?.path else { return nil }
        let reason = (error.underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
        description = "\(path): \(reason ?? "cannot be used")"
    }
}

extension LocalOutcome {
    /// Why not, in a sentence.
    init(refusing error: any Error) {
        self = .refused(LocalFailure(error)?.description ?? "\(error)")
    }
}
