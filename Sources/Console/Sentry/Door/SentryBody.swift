import Formats
import Gzip
import Hummingbird
import Web

/// The body of a request.
struct SentryBody: Sendable {
    let bytes: [UInt8]
    /// As it came, where that was gzip.
    var packed: [UInt8]?

    /// - Throws: `SentryRefusal`: 413, 415 for a packing that nothing here unpacks, 400 for a broken one.
    static func read(_ request: Request) async throws -> SentryBody {
        let packed = try await packedBytes(of: request)
        let limit = packed.count <= SentryLimits.small ? SentryLimits.smallUnpacked : SentryLimits.unpacked
        switch request.headers[.contentEncoding]?.lowercased() {
        // Some SDKs pack and do not say so.
        case nil, "", "identity":
            guard packed.starts(with: [0x1F, 0x8B]) else { return SentryBody(bytes: packed) }
            return SentryBody(bytes: try gzip(packed, limit), packed: packed)
        case "gzip", "x-gzip": return SentryBody(bytes: try gzip(packed, limit), packed: packed)
        case "deflate": return SentryBody(bytes: try deflate(packed, limit))
        case "br": return SentryBody(bytes: try brotli(packed, limit))
        case let other?: throw SentryRefusal(status: 415, reason: "content encoding \(other.prefix(20)) is not known; gzip, deflate and br are")
        }
    }

    private static func packedBytes(of request: Request) async throws -> [UInt8] {
        do {
            return try await request.packedBytes(upTo: SentryLimits.packed)
        } catch let problem as Problem where problem.kind == .tooLarge {
            throw SentryRefusal.tooLarge("the request", SentryLimits.packed)
        }
    }

    private static func gzip(_ packed: [UInt8], _ limit: Int) throws -> [UInt8] {
        do {
            return try Gzip.decompress(packed, limit: limit, ratio: TelemetryLimits.ratio)
        } catch {
            throw refusal(error, limit, "gzip")
        }
    }

    /// zlib's format as RFC 9110 has it, or none, as some write it.
    private static func deflate(_ packed: [UInt8], _ limit: Int) throws -> [UInt8] {
        do {
            return try Gzip.decompressZlib(packed, limit: limit, ratio: TelemetryLimits.ratio)
        } catch GzipError.corrupt {
            do {
                return try Gzip.inflateRaw(packed, limit: limit)
            } catch {
                throw refusal(error, limit, "deflate")
            }
        } catch {
            throw refusal(error, limit, "deflate")
        }
    }

    private static func brotli(_ packed: [UInt8], _ limit: Int) throws -> [UInt8] {
        do {
            return try Brotli.decompress(packed, limit: limit)
        } catch {
            switch error {
            case .noLibrary: throw SentryRefusal(status: 415, reason: "content encoding br needs libbrotlidec, which this server does not have")
            case .tooLarge: throw SentryRefusal.tooLarge("the unpacked body", limit)
            case .corrupt: throw SentryRefusal.malformed("the body is no br")
            }
        }
    }

    private static func refusal(_ error: any Error, _ limit: Int, _ packing: String) -> SentryRefusal {
        switch error as? GzipError {
        case .tooLarge, .ratio: .tooLarge("the unpacked body", limit)
        default: .malformed("the body is no \(packing)")
        }
    }
}
