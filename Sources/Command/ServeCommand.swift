import ArgumentParser
import Console
import Foundation
import Storage

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Run the console.")

    @OptionGroup var place: Place
    @Option(help: "Address to listen on.") var hostname: String?
    @Option(help: "Port to listen on.") var port: Int?
    @Option(help: "Listen on this Unix socket instead of TCP.") var unixSocket: String?
    @Option(help: "What this node is called among others; the host's name unless given.") var nodeName: String?
    @Option(help: "Certificate chain (PEM); with it the console speaks https and HTTP/2.") var tlsCertificate: String?
    @Option(help: "Private key of the certificate (PEM).") var tlsKey: String?
    @Option(help: "What devices and people call this console, e.g. https://console.example.com.") var publicUrl: String?
    @Option(help: "Proxies whose X-Forwarded headers are believed: addresses, commas between; unix for the socket.") var trustedProxies: String?
    @Option(help: "trace, debug, info, notice, warning, error or critical.") var logLevel: String?
    @Option(help: "text or json.") var logFormat: String?

    func run() async throws {
        let settings = try place.settings([
            "hostname": hostname, "port": port.map(String.init), "unix-socket": unixSocket, "tls-certificate": tlsCertificate, "tls-key": tlsKey,
            "public-url": publicUrl, "trusted-proxies": trustedProxies, "log-level": logLevel, "log-format": logFormat, "node-name": nodeName,
        ])
        Operations.start(level: settings.logLevel, format: settings.logFormat)
        do {
            try await Server(settings: settings, synchronous: synchronous).run { [json = place.json] greeting in
                json ? CommandOutput.write(greeting) : tell("\(greeting)")
            }
        } catch {
            throw settings.explained(error)
        }
    }

    /// The control of the power-loss test has to lose lines; nobody else wants this.
    private var synchronous: Database.Synchronous {
        ProcessInfo.processInfo.environment["CONSOLE_TEST_SYNCHRONOUS"] == "normal" ? .normal : .full
    }
}
