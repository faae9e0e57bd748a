import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches packages piece by piece into a file: what is there already, also from an earlier run, is not fetched again.
struct HotpatchDownload: Sendable {
    /// Why there is no package yet.
    enum Failure: Error, Equatable {
        /// What came cannot be it.
        case fault(HotpatchFault)
        /// The network or the disk; another time it may go better.
        case passing(String)
    }

    /// Bytes that are asked for at once.
    static let piece = 256 << 10

    /// Whose address relative ones are below.
    let base: URL
    let directory: URL
    let send: Send

    /// The package's bytes, of the size and the SHA-256 that the console named.
    func fetch(_ offer: HotpatchOffer) async throws(Failure) -> [UInt8] {
        guard (1...HotpatchPackage.limit).contains(offer.size) else { throw .fault(.size) }
        guard isDigest(offer.sha256), let url = URL(string: offer.url, relativeTo: base)?.absoluteURL, ["http", "https"].contains(url.scheme) else {
            throw .fault(.layout)
        }
        let file = directory.appending(path: "hotpatch-\(offer.sha256).part")
        clear(except: file)
        var bytes = (try? Data(contentsOf: file)) ?? Data()
        if bytes.count > offer.size { bytes = Data() }
        while bytes.count < offer.size {
            try await add(url, to: &bytes, of: offer.size)
            do { try bytes.write(to: file, options: .atomic) } catch { throw .passing("\(error)") }
        }
        try? FileManager.default.removeItem(at: file)
        guard HotpatchPackage.digest(bytes) == offer.sha256 else { throw .fault(.digest) }
        return Array(bytes)
    }

    private func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// What other packages left when nobody went on with them.
    private func clear(except file: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        for name in names where name.hasPrefix("hotpatch-") && name.hasSuffix(".part") && name != file.lastPathComponent {
            try? FileManager.default.removeItem(at: directory.appending(path: name))
        }
    }

    private func add(_ url: URL, to bytes: inout Data, of size: Int) async throws(Failure) {
        var request = URLRequest(url, timeout: LogGateway.timeout)
        let last = min(bytes.count + Self.piece, size) - 1
        request.setValue("bytes=\(bytes.count)-\(last)", forHTTPHeaderField: "Range")
        let (data, response): (Data, HTTPURLResponse)
        do { (data, response) = try await send(request) } catch { throw .passing((error as NSError).localizedDescription) }
        switch response.statusCode {
        case 206:
            guard !data.isEmpty, data.count <= last - bytes.count + 1, starts(response, at: bytes.count) else { throw .fault(.size) }
            bytes += data
        case 200:
            // A server, or a cache on the way, that does not know ranges gives all of it.
            guard data.count == size else { throw .fault(.size) }
            bytes = data
        default: throw .passing("HTTP \(response.statusCode)")
        }
    }

    private func starts(_ response: HTTPURLResponse, at offset: Int) -> Bool {
        guard let range = response.value(forHTTPHeaderField: "Content-Range") else { return false }
        return range.hasPrefix("bytes \(offset)-")
    }
}
