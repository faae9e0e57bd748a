import Foundation

/// One row of the log.
public struct AuditRecord: Codable, Sendable, Equatable {
    public let id: String
    public let at: Date
    public let actor: String
    public let actorName: String
    public let address: String
    public let requestID: String
    public let action: String
    public let app: String?
    public let object: String
    public let before: [String: String]
    public let after: [String: String]
}
