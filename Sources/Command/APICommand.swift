import ArgumentParser
import Foundation
import Remote

struct APICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api",
        abstract: "Ask a running console for anything that its API has.",
        discussion: """
            console api GET apps/shop/crash-groups state=open
            console api POST apps name=Shop englishName=Shop 'platforms[]=ios'
            console api POST apps/shop/updates/3/rollout percentage:=20
            console api POST apps/shop/certificates file@dist.p12 password=…
            console api PUT apps/shop/symbols/upload filename=mapping.txt version=1.2.0 --file mapping.txt

            console actions lists all there is; docs/automation.md says which of them does what a page does.
            """
    )

    @OptionGroup var remote: RemoteOptions
    @Argument(help: "GET, POST, PUT, PATCH or DELETE.") var method: String
    @Argument(help: "Below /api/v1, such as apps/shop/crash-groups.") var path: String
    @Argument(help: "name=text, name:=JSON, name@file; a name with [], or given several times, is a list.") var fields: [String] = []
    @Option(help: "JSON as the whole body; @FILE reads it from a file, - from standard input.") var data: String?
    @Option(help: "A file as the whole body.") var file: String?
    @Option(help: "What the file is.") var type = "application/octet-stream"
    @Option(help: "A header, such as 'If-Match: \"3\"'; may be given several times.") var header: [String] = []
    @Option(name: .shortAndLong, help: "Where to write the answer; standard output when absent.") var output: String?
    @Flag(help: "All items of a list, page after page, one a line.") var all = false

    func validate() throws {
        guard !all || method.uppercased() == "GET" else { throw ValidationError("--all is for GET") }
        guard data == nil || file == nil else { throw ValidationError("--data or --file, not both") }
    }

    func run() async throws {
        let call = try call()
        let output = APIOutput(output)
        if all {
            try await remote.console().items(call) { try output.write($0 + [UInt8(ascii: "\n")]) }
        } else {
            try await remote.console().call(call, take: output.write)
        }
        try output.finish()
    }

    private func call() throws -> RemoteCall {
        do {
            let body = try data.map(Self.bytes)
            return try RemoteCall(method: method, path: path, fields: fields, data: body, file: file, mediaType: type, headers: header)
        } catch let error as RemoteCallError {
            throw ValidationError("\(error)")
        }
    }

    private static func bytes(_ data: String) throws -> [UInt8] {
        if data == "-" { return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data()) }
        guard data.hasPrefix("@") else { return Array(data.utf8) }
        guard let file = FileManager.default.contents(atPath: String(data.dropFirst())) else {
            throw ValidationError("\(data.dropFirst()) cannot be read")
        }
        return [UInt8](file)
    }
}
