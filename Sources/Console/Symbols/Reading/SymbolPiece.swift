import Formats
import Foundation
import Signing

/// A file that is looked into: the one that was brought, or one that was taken out of it.
struct SymbolPiece {
    enum Kind {
        case zip, gzip, native, other
    }

    let path: String
    /// Its name in the scratch folder; nil for the one that was brought.
    let file: String?
    let name: String
    /// As hex.
    let sha256: String

    func head(_ count: Int) throws(SymbolRefusal) -> [UInt8] {
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? handle.close() }
            return Array(try handle.read(upToCount: count) ?? Data())
        } catch {
            throw SymbolRefusal("symbols.file.unknown", ["name": name])
        }
    }

    static func kind(_ head: [UInt8]) -> Kind {
        switch head.prefix(4) {
        case [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06]: .zip
        case [0x7F, 0x45, 0x4C, 0x46], [0xCE, 0xFA, 0xED, 0xFE], [0xCF, 0xFA, 0xED, 0xFE], [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF],
            [0xCA, 0xFE, 0xBA, 0xBE], [0xCA, 0xFE, 0xBA, 0xBF]:
            .native
        default: head.prefix(2) == [0x1F, 0x8B] ? .gzip : .other
        }
    }

    /// Whether a file of an archive may hold symbols, by its name and what it begins with: most others are passed over without being unpacked.
    static func isWanted(_ path: String, _ head: [UInt8], _ size: Int) -> Bool {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        // What Macs put beside every file.
        if name.hasPrefix("._") || path.hasPrefix("__MACOSX/") { return false }
        switch kind(head) {
        case .native: return true
        case .zip: return name.hasSuffix(".zip")
        case .gzip: return name.hasSuffix(".tgz") || name.hasSuffix(".tar.gz")
        case .other: return name.hasSuffix(".txt") && (name.contains("mapping") || isMappingHead(head))
        }
    }

    private static func isMappingHead(_ head: [UInt8]) -> Bool {
        (try? SymbolMapping(SymbolBytes(head))) != nil || head.starts(with: "# compiler:".utf8)
    }

    /// The UUID that Sentry's tools give a mapping: version 5 (RFC 9562) of its bytes, in the namespace `guardsquare.com`.
    func mappingUUID() throws(SymbolRefusal) -> (uuid: String, size: Int) {
        let digest = Digest.Stream(.sha1)
        digest.update(SymbolUUID.mappings)
        var size = 0
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? handle.close() }
            while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
                digest.update(Array(piece))
                size += piece.count
            }
        } catch {
            throw SymbolRefusal("symbols.file.unknown", ["name": name])
        }
        return (SymbolUUID.text(digest.finish()), size)
    }
}

/// UUIDs that are made of names (RFC 9562, 5.5).
enum SymbolUUID {
    /// Of the host `guardsquare.com`, in the namespace of hosts.
    static let mappings = bytes(Digest.sha1(hosts + Array("guardsquare.com".utf8)))

    private static let hosts: [UInt8] = [0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8]

    static func text(_ sha1: [UInt8]) -> String {
        Hex.encode(bytes(sha1))
    }

    /// The first 16 bytes, with version and variant.
    private static func bytes(_ sha1: [UInt8]) -> [UInt8] {
        var bytes = Array(sha1.prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes
    }
}
