import ArgumentParser
import Foundation
import MainSiteClient

struct CallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Make a signed call through the gateway, the way a device does.",
        discussion: "Prints Result-Status, memo and the result. Exits with 0 only when the status is 1000."
    )

    @Option(help: "The console; http://127.0.0.1:8080 when absent.", transform: ServerAddress.read) var server = ServerAddress.usual
    @Option(help: "AppKey, such as SIMPLEDEMORPC_IOS.") var appKey: String
    @Option(help: "A file whose first line is the AppSecret; - for standard input.") var secretFile: String
    @Option(help: "What is called, such as alipay.client.switches.all.get.") var operationType: String
    @Option(help: "The request: JSON, sent as _requestBody.") var data = "{}"
    @Option(help: "Workspace id; the app's first one when absent.") var workspace: String?
    @Option(help: "Device id (Did).") var device: String?
    @Option(help: "App version (Version).") var version: String?
    @Option(help: "Session id, as a log-in's result gave it.") var session: String?
    @Flag(help: "Sign with HMAC-SHA256 instead of MD5.") var hmac = false
    @Flag(help: "Write the time in radix 64 instead of decimal digits.") var radix64 = false
    @Flag(help: "Print one JSON document on standard output; everything else goes to standard error.") var json = false

    func validate() throws {
        guard CallOutcome.isJSON(Data(data.utf8)) else { throw ValidationError("--data is not JSON") }
        guard !appKey.isEmpty, !operationType.isEmpty else { throw ValidationError("--app-key and --operation-type must not be empty") }
    }

    func run() async throws {
        let outcome = try CallOutcome(await client().call(operationType, json: Array(data.utf8)))
        print(json ? try outcome.document() : outcome.text)
        guard outcome.status == .ok else { throw ExitCode.failure }
    }

    private func client() throws -> GatewayClient {
        let secret = try SecretLine.read(secretFile, of: "secret")
        return GatewayClient(
            address: server.appending(path: "mgw.htm"),
            identity: GatewayIdentity(appKey: appKey, workspaceId: workspace, deviceId: device, version: version),
            signer: GatewaySigner(secret: secret, form: hmac ? .hmacSHA256 : .md5, timestamp: radix64 ? .radix64 : .decimal),
            session: GatewaySession(id: session)
        )
    }
}
