import Foundation

/// A provisioning profile, by which Apple says who may sign an app and where it may be installed: a property list within a signed message.
public struct MobileProvision: Equatable, Sendable {
    public let name: String
    public let uuid: String
    public let kind: Kind
    public let teamId: String
    public let teamName: String
    public let createdAt: Date
    public let expiresAt: Date
    /// Identifiers (UDIDs) of those that it names.
    public let devices: [String]
    /// Whether it is for any device.
    public let allDevices: Bool
    /// With lists as `a, b`.
    public let entitlements: [String: String]
    /// Of those who may sign, as DER.
    public let certificates: [[UInt8]]

    public enum Kind: String, Codable, Sendable {
        case development, adHoc, appStore, enterprise
    }

    /// - Parameter content: the signed message's, without its signature.
    /// - Throws: `FormatError` for another content than a profile's.
    public init(content: [UInt8]) throws(FormatError) {
        let list = try Plist.read(content, limits: PlistLimits(bytes: 4 << 20))
        guard let uuid = list["UUID"]?.string, let created = list["CreationDate"]?.date, let expires = list["ExpirationDate"]?.date else {
            throw .malformed
        }
        name = list["Name"]?.string ?? ""
        self.uuid = uuid
        kind = Kind(list)
        teamId = list["TeamIdentifier"]?.items.first?.string ?? list["ApplicationIdentifierPrefix"]?.items.first?.string ?? ""
        teamName = list["TeamName"]?.string ?? ""
        createdAt = created
        expiresAt = expires
        devices = list["ProvisionedDevices"]?.items.compactMap(\.string) ?? []
        allDevices = list["ProvisionsAllDevices"]?.isTrue ?? false
        entitlements = (list["Entitlements"]?.members ?? [:]).compactMapValues(\.text)
        certificates = list["DeveloperCertificates"]?.items.compactMap(\.data) ?? []
    }
}

extension MobileProvision.Kind {
    /// Apple's TN3125: what may be debugged is for development; else the devices tell.
    init(_ list: PlistValue) {
        if list["Entitlements"]?["get-task-allow"]?.isTrue == true {
            self = .development
        } else if list["ProvisionsAllDevices"]?.isTrue == true {
            self = .enterprise
        } else {
            self = list["ProvisionedDevices"] == nil ? .appStore : .adHoc
        }
    }
}
