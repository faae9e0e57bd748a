import Foundation
import NIOCore
import TestSupport
import Testing

@testable import Console

struct SettingsTests {
    /// Settings of a directory with this `console.conf`.
    private func settings(file: String = "", flags: [String: String] = [:], environment: [String: String] = [:]) throws -> Settings {
        let directory = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data(file.utf8).write(to: directory.appending(path: "console.conf"))
        return try Settings(flags: flags.merging(["data": directory.path, "home": TestConsole.home]) { $1 }, environment: environment)
    }

    private func refusal(file: String = "", flags: [String: String] = [:]) -> SettingsError? {
        do {
            _ = try settings(file: file, flags: flags)
            return nil
        } catch {
            return error as? SettingsError
        }
    }

    @Test func aFileMayHaveCommentsBlankLinesAndEmptyValues() throws {
        let settings = try settings(file: "# ours\n\n   \n  # indented\nport = 9000\npublic-url =\nnode-name=a = b\n")
        #expect(settings.port == 9_000)
        #expect(settings.publicURL == nil)
        #expect(settings.nodeName == "a = b")
        #expect(settings.sources.first { $0.name == "public-url" }?.source == "file")
    }

    /// As compose files hand on what nobody has set.
    @Test func anEmptyVariableIsNotSet() throws {
        let settings = try settings(file: "port = 9000", environment: ["CONSOLE_PORT": "", "CONSOLE_DATA": "", "CONSOLE_NODE_NAME": "one"])
        #expect(settings.port == 9_000)
        #expect(settings.nodeName == "one")
    }

    /// The peer of a Unix socket has no address.
    @Test func proxiesAreWrittenAsConnectionsShowThem() throws {
        let settings = try settings(flags: ["trusted-proxies": "10.0.0.1, 0:0:0:0:0:0:0:1,unix"])
        #expect(settings.trustedProxies == ["10.0.0.1", "::1", ""])
    }

    @Test func whatIsWrongInAFileIsNamed() throws {
        #expect(refusal(file: "prot = 9000")?.description.contains("unknown setting prot; there are alert-networks, ") == true)
        #expect(refusal(file: "port")?.description.hasSuffix("console.conf: port has no value: write port = …") == true)
        #expect(refusal(file: "data = /elsewhere")?.description.hasSuffix("data cannot be set here; name it with --data or CONSOLE_DATA") == true)
    }

    @Test(arguments: [
        ("port", "70000", "port is a number from 0 to 65535, not 70000"),
        ("log-format", "xml", "log-format is one of text, json, not xml"),
        ("build-limit", "0", "build-limit is a number of bytes, not 0"),
        ("public-url", "console", "public-url is not of the form https://console.example.com: console"),
        ("tls-key", "key.pem", "tls-key goes with tls-certificate"),
        (
            "trusted-proxies", "10.0.0.0/8",
            "trusted-proxies takes IP addresses with commas between, or unix for the Unix socket; 10.0.0.0/8 is neither"
        ),
    ])
    func aValueThatCannotBeUsedIsSaidWithItsName(_ name: String, _ value: String, _ sentence: String) {
        let refusal = refusal(flags: [name: value])
        #expect(refusal?.setting == name)
        #expect(refusal?.description == sentence)
    }

    @Test func aSocketThatCannotBeOpenedIsSaidWithItsSetting() throws {
        let taken = IOError(errnoCode: EADDRINUSE, reason: "bind(descriptor:ptr:bytes:)")
        #expect("\(try settings().explained(taken))" == "port 8080 of 127.0.0.1 cannot be listened on: Address already in use")
        let socket = try settings(flags: ["unix-socket": "/run/c.sock"])
        #expect("\(socket.explained(taken))" == "unix-socket /run/c.sock cannot be listened on: Address already in use")
        #expect("\(socket.explained(SocketAddressError.unixDomainSocketPathTooLong))".hasPrefix("unix-socket is too long"))
        let other = IOError(errnoCode: EIO, reason: "write")
        #expect(socket.explained(other) is IOError)
    }
}
