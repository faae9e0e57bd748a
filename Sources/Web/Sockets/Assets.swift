import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The files of `Public/`, read once at start and served under names that carry their content's hash:
/// what a name stands for never changes, so browsers keep it for a year.
public struct Assets: Sendable {
    private let files: [String: File]
    private let names: [String: String]

    private struct File {
        let type: String
        let tag: String
        let bytes: [UInt8]
    }

    /// - Parameter hash: of the content, as hex; the first 16 digits go into the name.
    public init(directory: String, hash: ([UInt8]) -> String) throws {
        var files: [String: File] = [:]
        var names: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: directory).sorted() {
            guard let type = Self.types[(name as NSString).pathExtension] else { continue }
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)")))
            let tag = String(hash(bytes).prefix(16))
            let hashed = "\((name as NSString).deletingPathExtension)-\(tag).\((name as NSString).pathExtension)"
            files[hashed] = File(type: type, tag: "\"\(tag)\"", bytes: bytes)
            names[name] = "/assets/\(hashed)"
        }
        self.files = files
        self.names = names
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
        "txt": "text/plain; charset=utf-8",
    ]

    /// The path of a file under its hashed name; empty for one that is not there.
    public func path(_ name: String) -> String {
        names[name] ?? ""
    }

    /// Mounts `/assets/…` and `/favicon.ico`.
    public func add(to router: Router<Context>) {
        router.get("assets/{name}") { request, context in
            // Answered here: what a route throws passes by `Fallback`.
            guard let name = context.parameters.get("name"), let file = files[name] else { return Response(status: .notFound) }
            return response(file, request)
        }
        router.get("favicon.ico") { _, _ in Response.seeOther(path("icon.svg")) }
    }

    private func response(_ file: File, _ request: Request) -> Response {
        let headers: HTTPFields = [.contentType: file.type, .eTag: file.tag, .cacheControl: "public, max-age=31536000, immutable"]
        let known = request.headers[.ifNoneMatch].map { $0.contains(file.tag) } ?? false
        return known
            ? Response(status: .notModified, headers: headers)
            : Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
}
