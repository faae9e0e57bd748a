import Foundation

/// The console's answer (`alipay.client.getUnionResource`).
package struct HotpatchAnswer: Decodable, Sendable, Equatable {
    /// The patch this device is to have; `nil` for none.
    package let patch: HotpatchOffer?
    /// Versions that were withdrawn.
    package let rollback: [String]?
}

/// A patch as the console offers it.
package struct HotpatchOffer: Codable, Sendable, Equatable {
    /// When it is to be run.
    package enum RunAt: String, Codable, Sendable {
        case now
        case nextLaunch
    }

    package let version: String
    /// Absolute, or below the gateway's address.
    package let url: String
    /// Of the package: lower-case hexadecimal digits.
    package let sha256: String
    /// Bytes of the package.
    package let size: Int
    /// Of the package: 1 or 2.
    package let format: Int
    /// Base64; the same stands in the package.
    package let signature: String
    package let runAt: RunAt
}

/// What a device asks.
package struct HotpatchQuestion: Encodable, Sendable {
    package static let operation = "alipay.client.getUnionResource"

    let productVersion: String
    let did: String
    let osVersion: String?
    let mobileModel: String?
    let netType: String?
    let userId: String?
    /// The patch version the device holds.
    let current: String?

    package init(_ lines: LogLineBuilder, current: String?) {
        productVersion = lines.sender.version
        did = lines.sender.deviceId ?? ""
        osVersion = lines.device.systemVersion
        mobileModel = lines.device.model
        netType = lines.device.network
        userId = lines.sender.userId
        self.current = current
    }
}

/// What became of a patch on this device.
package struct HotpatchReport: Codable, Sendable, Hashable {
    package static let operation = "mpaas.hotpatch.report"

    /// The contract's words.
    package enum Event: String, Codable, Sendable {
        case downloaded
        case applied
        case failed
        case rolledback
    }

    package let version: String
    package let event: Event
    /// Why; see ``HotpatchFault``.
    package let code: String?
    /// The device. Written when it is sent: a signature covers the body alone, and two devices that said the same in the same millisecond would have the
    /// same one, which the gateway takes once.
    package var did: String?

    package init(version: String, event: Event, code: String? = nil) {
        self.version = version
        self.event = event
        self.code = code
    }

    package func by(_ device: String) -> HotpatchReport {
        var report = self
        report.did = device
        return report
    }
}
