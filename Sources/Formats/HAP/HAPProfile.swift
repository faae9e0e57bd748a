import Foundation

/// A profile for HarmonyOS: who may sign an app and where it may be installed; JSON within a signed message (developer.huawei.com, "profile").
public struct HAPProfile: Sendable, Equatable {
    public let uuid: String
    public let bundleName: String
    public let developerId: String
    public let validFrom: Date
    public let validUntil: Date
    /// `debug` or `release`.
    public let type: String
    /// Of a release: `app_gallery`, `enterprise`, `internaltesting`, and others.
    public let distribution: String?
    /// Identifiers of those that it names; nil when it names none.
    public let devices: [String]?

    /// - Parameter content: the signed message's, without its signature.
    /// - Throws: `FormatError.malformed` for another content than a profile's.
    public init(content: [UInt8]) throws(FormatError) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(content)), document.validity.isOfACalendar else { throw .malformed }
        uuid = document.uuid
        bundleName = document.bundle?.name ?? ""
        developerId = document.bundle?.developer ?? ""
        validFrom = Date(timeIntervalSince1970: document.validity.notBefore)
        validUntil = Date(timeIntervalSince1970: document.validity.notAfter)
        type = document.type
        distribution = document.distribution
        devices = document.debug?.devices
    }

    private struct Document: Decodable {
        let uuid: String
        let type: String
        let validity: Validity
        let distribution: String?
        let bundle: Bundle?
        let debug: Debug?

        enum CodingKeys: String, CodingKey {
            case uuid, type, validity
            case distribution = "app-distribution-type"
            case bundle = "bundle-info"
            case debug = "debug-info"
        }
    }

    private struct Validity: Decodable {
        let notBefore: Double
        let notAfter: Double

        /// A number may be of any size, and times are kept as milliseconds in 64 bits.
        var isOfACalendar: Bool { max(abs(notBefore), abs(notAfter)) < 2.4e11 }

        enum CodingKeys: String, CodingKey {
            case notBefore = "not-before"
            case notAfter = "not-after"
        }
    }

    private struct Bundle: Decodable {
        let name: String?
        let developer: String?

        enum CodingKeys: String, CodingKey {
            case name = "bundle-name"
            case developer = "developer-id"
        }
    }

    private struct Debug: Decodable {
        let devices: [String]?

        enum CodingKeys: String, CodingKey {
            case devices = "device-ids"
        }
    }
}
