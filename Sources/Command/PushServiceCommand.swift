import ArgumentParser
import Foundation
import Simulator

/// `console push-service`: try push without Apple and without Google.
struct PushServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push-service",
        abstract: "Stand in for the push services of Apple and Google: write each push to a file as a line of JSON, and send nothing to any phone.",
        discussion: """
            It speaks HTTP/2 over TLS. Give a push certificate of the app its address as endpoint, and its certificate as the trusted root; the address with \
            /token is where access tokens for FCM come from. What is wrong with a request is refused as the real services refuse it. Tokens choose what \
            becomes of them by their first four characters: \(conducts). All others are taken. Ctrl-C ends it with its figures.
            """
    )

    private static let conducts = PushServiceConduct.allCases.map { $0.prefixes.joined(separator: " or ") }.joined(separator: ", ")

    @Option(help: "Address to listen on.") var hostname = "127.0.0.1"
    @Option(help: "Port to listen on; 0 takes one that is free.") var port = 8443
    @Option(help: "Certificate chain (PEM); without one it makes its own.") var tlsCertificate: String?
    @Option(help: "Private key of the certificate (PEM).") var tlsKey: String?
    @Option(help: "Where it writes the certificate that it made, for the console to trust.") var certificateFile = "push-service.pem"
    @Option(help: "The file that grows by a line for each push.") var log = "push-service.jsonl"
    @Option(help: "Refuse everything that comes for Apple's service with this reason, such as BadCertificateEnvironment.") var reason: String?
    @Flag(help: "Print one JSON document on standard output at the start and one at the end; all else goes to standard error.") var json = false

    func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else { throw ValidationError("--tls-certificate and --tls-key go together") }
        guard (0...65_535).contains(port) else { throw ValidationError("--port takes 0 to 65535") }
        if let reason, PushServiceReason(rawValue: reason) == nil {
            throw ValidationError("there is no reason \(reason): \(PushServiceReason.allCases.map(\.rawValue).joined(separator: ", "))")
        }
    }

    func run() async throws {
        let (identity, trusted) = try identity()
        var plan = PushService.Plan(identity: identity)
        (plan.hostname, plan.port, plan.log, plan.reason) = (hostname, port, log, reason.flatMap { PushServiceReason(rawValue: $0) })
        let service = try PushService(plan)
        let signals = EndingSignals { service.stop() }
        defer { signals.cancel() }
        try await service.run { [hostname, log, json] port in
            let start = Start(hostname: hostname, port: port, log: log, certificate: trusted)
            json ? CommandOutput.write(start) : tell("pushes are taken at \(hostname):\(port) and written to \(log); trust \(trusted)")
        }
        let figures = service.counts.sorted { $0.key < $1.key }
        json ? CommandOutput.write(service.counts) : tell(figures.map { "\($0.key): \($0.value)" }.joined(separator: ", "))
    }

    private struct Start: Encodable {
        let hostname: String
        let port: Int
        let log: String
        /// The file with what a client has to trust.
        let certificate: String
    }

    /// - Returns: it, and the file with what a client has to trust.
    private func identity() throws -> (PushServiceIdentity, String) {
        if let tlsCertificate, let tlsKey { return (try PushServiceIdentity(certificate: tlsCertificate, key: tlsKey), tlsCertificate) }
        let identity = try PushServiceIdentity(host: hostname)
        try Data(identity.chain).write(to: URL(filePath: certificateFile), options: .atomic)
        return (identity, certificateFile)
    }
}
