import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Signing

@testable import Storage

/// moto's S3 from PyPI: a process of its own, one for all tests. It takes any key, so signatures have tests of their own.
struct BlobsMoto: Sendable {
    /// `http://127.0.0.1:port`.
    let endpoint: String
    let bucket = "console-tests"

    private static let started = Task { try await start() }

    static func running() async throws -> BlobsMoto { try await started.value }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Ends when its standard input does, and so with this process, however that ends.
    private static let program = """
        import sys
        from moto.server import ThreadedMotoServer
        server = ThreadedMotoServer(port=0, verbose=False)
        server.start()
        print(server.get_host_and_port()[1], flush=True)
        sys.stdin.read()
        """

    /// Kept for as long as this process lives.
    nonisolated(unsafe) private static var process: (Process, Pipe)?

    private static func start() async throws -> BlobsMoto {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let python = root.appending(path: ".build/venv/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw Failure(description: "\(python) is missing: script/setup --tests installs it, with moto")
        }
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["-c", program]
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
        try process.run()
        Self.process = (process, input)
        let reader = output.fileHandleForReading
        let line = try await NIOThreadPool.singleton.runIfActive { String(decoding: reader.availableData, as: UTF8.self) }
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw Failure(description: "moto did not start: script/setup --tests installs it ('moto[server]')")
        }
        let moto = BlobsMoto(endpoint: "http://127.0.0.1:\(port)")
        try await moto.ask(.PUT, "")
        return moto
    }

    /// Below the bucket. moto wants to see a signature, but does not look at it.
    @discardableResult
    func ask(_ method: HTTPMethod, _ path: String, _ body: [UInt8] = []) async throws -> [UInt8] {
        var request = HTTPClientRequest(url: "\(endpoint)/\(bucket)\(path)")
        request.method = method
        request.headers.add(name: "Authorization", value: "AWS4-HMAC-SHA256 Credential=A/20261122/us-east-1/s3/aws4_request, Signature=0")
        request.body = .bytes(body)
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
        guard (200..<300).contains(answer.status.code) else { throw Failure(description: "moto answered \(answer.status) to \(method) \(path)") }
        return Array(buffer: try await answer.body.collect(upTo: 100 << 20))
    }

    /// - Parameter endpoint: of something between; moto itself where nil.
    func place(_ prefix: String, endpoint: String? = nil) throws -> S3Place {
        try S3Place(url: "s3://\(bucket)/\(prefix)?endpoint=\(endpoint ?? self.endpoint)&region=eu-central-1")
    }

    static let key = S3Key(access: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
}
