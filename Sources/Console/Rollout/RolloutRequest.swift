import Formats

/// What devices say of themselves in the requests that are answered by rules (contract, section 3).
struct RolloutRequest: Decodable, Sendable {
    let productVersion: String?
    let did: String?
    let userId: String?
    let osVersion: String?
    let mobileModel: String?
    let netType: String?
    let channel: String?
    let city: String?
}

extension RolloutRequest {
    /// The request of a call; by scanning where that is enough, in a fifth of a decoder's time.
    /// - Throws: `GatewayRefusal` 3002 for what is no object, or says other things than texts.
    init(_ call: GatewayCall) throws {
        self = try Self(scanning: call.request) ?? call.decode()
    }

    /// - Returns: nil where a decoder has to look: escapes, other values than texts.
    private init?(scanning bytes: [UInt8]) {
        guard !bytes.contains(UInt8(ascii: "\\")), bytes.first == UInt8(ascii: "{") else { return nil }
        func value(_ name: StaticString) throws -> String? {
            guard let range = try JSONScanner.member(name, of: bytes, in: bytes.indices) else { return nil }
            guard bytes[range.lowerBound] == UInt8(ascii: "\"") else { throw JSONScanner.Fault.malformed(at: range.lowerBound) }
            return String(decoding: bytes[range.dropFirst().dropLast()], as: UTF8.self)
        }
        do {
            productVersion = try value("productVersion")
            did = try value("did")
            userId = try value("userId")
            osVersion = try value("osVersion")
            mobileModel = try value("mobileModel")
            netType = try value("netType")
            channel = try value("channel")
            city = try value("city")
        } catch {
            return nil
        }
    }
}

extension RolloutDevice {
    /// The request is signed and the headers are not: what stands in both is taken from the request.
    init(_ request: RolloutRequest, _ call: GatewayCall) {
        self.init(
            platform: call.platform.platform,
            version: request.productVersion ?? call.version,
            device: request.did ?? call.device,
            user: request.userId ?? call.user ?? "",
            model: request.mobileModel ?? "",
            osVersion: request.osVersion ?? "",
            network: request.netType ?? "",
            channel: request.channel ?? "",
            city: request.city ?? ""
        )
    }
}
