import Foundation
import Web

/// Finds the `BuildConfig.json` that an app carries with it: in an .ipa below `Payload/…/mPaas.framework`, in an .apk or .hap wherever its
/// resources went. The archive is looked into in a child process.
public struct ManifestInArchive: Sendable {
    let inspector: FileInspector

    /// - Parameter path: of an app as it is shipped, or of a `BuildConfig.json` by itself.
    /// - Returns: the document, unread.
    /// - Throws: `invalid` on `file` for what is no archive or a dangerous one, holds no such file, or several that say different things.
    func find(_ path: String) async throws -> [UInt8] {
        if let document = try document(path) { return document }
        let found = try await inspector.contents(of: path, named: PackageManifest.fileName, upTo: NewShipment.mostBytes)
        guard let first = found.first else { throw Problem.invalid("file", "packages.shipments.notInFile") }
        if let other = found.first(where: { $0.bytes != first.bytes }) {
            throw Problem.invalid("file", "packages.shipments.several", ["first": first.path, "second": other.path])
        }
        return first.bytes
    }

    /// The file itself where it is JSON; no archive begins with a brace.
    private func document(_ path: String) throws -> [UInt8]? {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let bytes = [UInt8](try file.read(upToCount: NewShipment.mostBytes + 1) ?? Data())
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{") else { return nil }
        guard bytes.count <= NewShipment.mostBytes else { throw Problem.invalid("file", "packages.shipments.tooLarge") }
        return Array(text)
    }
}
