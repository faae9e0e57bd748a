import Foundation
import Logging
import NIOCore
import Storage
import Web

/// How one console is run. Each setting comes from a flag, the environment (`CONSOLE_…`), the file `console.conf` in the
/// data directory, or its default, in this order.
public struct Settings: Sendable {
    /// Holds everything the console keeps.
    public let data: String
    public let hostname: String
    public let port: Int
    /// Listens on this socket instead of TCP.
    public let unixSocket: String?
    /// PEM files; both or none.
    public let tlsCertificate: String?
    public let tlsKey: String?
    /// What devices and people call the console; nil takes each request's own host.
    public let publicURL: String?
    /// Addresses whose `X-Forwarded-*` headers are believed, as connections show them; an empty one for whoever speaks on the Unix socket.
    public let trustedProxies: [String]
    public let logLevel: String
    /// `json` or `text`.
    public let logFormat: String
    /// `postgresql://…`; nil for SQLite in the data directory.
    public let database: String?
    /// Where large things are kept: a directory, or `s3://bucket/prefix?endpoint=…`.
    public let objects: String
    /// For S3; from the environment alone, and no part of ``sources``.
    private let objectKeys: (access: String?, secret: String?)
    /// The key that secrets are sealed with; nodes of one installation have the same.
    public let keyFile: String
    /// What this node is called among others.
    public let nodeName: String
    /// Bytes of the largest package that is taken as a build.
    public let buildLimit: Int
    /// `llvm-symbolizer`, by its path or by a name on `PATH`: what makes functions and lines of addresses in reports of crashes.
    public let symbolizer: String
    /// Which addresses messages of alerts may go to: `internet`, `intranet` or `any`.
    let alertNetworks: AlertNetworks
    /// Where `Views`, `Public` and `Seeds` are.
    public let home: String
    /// Every setting with its value and where it came from, for `console config dump`.
    public let sources: [Source]

    public struct Source: Codable, Sendable, Equatable {
        public let name: String
        public let value: String
        public let source: String
    }

    /// - Parameters:
    ///   - flags: by setting name, e.g. `unix-socket`.
    ///   - environment: by variable name, e.g. `CONSOLE_UNIX_SOCKET`; what is empty counts as not set.
    /// - Throws: `SettingsError` for an unknown name in the file or a value that cannot be used.
    public init(flags: [String: String], environment: [String: String]) throws {
        let environment = environment.filter { !$0.value.isEmpty }
        let data = flags["data"] ?? environment["CONSOLE_DATA"] ?? "data"
        let file = try Self.read("\(data)/console.conf")
        var sources: [Source] = []
        func value(_ name: String, _ standard: @autoclosure () throws -> String) rethrows -> String {
            let variable = "CONSOLE_" + name.uppercased().replacing("-", with: "_")
            let found = [(flags[name], "flag"), (environment[variable], "environment"), (file[name], "file")].first { $0.0 != nil }
            let value = try found?.0 ?? standard()
            sources.append(Source(name: name, value: value, source: found?.1 ?? "default"))
            return value
        }
        func optional(_ name: String) -> String? {
            let value = value(name, "")
            return value.isEmpty ? nil : value
        }
        self.data = value("data", data)
        database = try optional("database").map(Self.checkedDatabase)
        objects = value("objects", "\(data)/objects")
        objectKeys = (environment["CONSOLE_S3_ACCESS_KEY"], environment["CONSOLE_S3_SECRET_KEY"])
        keyFile = value("key-file", "\(data)/secret.key")
        nodeName = value("node-name", ProcessInfo.processInfo.hostName)
        buildLimit = try Self.checkedSize(value("build-limit", "4294967296"), "build-limit")
        symbolizer = value("llvm-symbolizer", "llvm-symbolizer")
        let networks = try Self.checked(value("alert-networks", "intranet"), "alert-networks", among: AlertNetworks.allCases.map(\.rawValue))
        alertNetworks = AlertNetworks(rawValue: networks) ?? .intranet
        hostname = value("hostname", "127.0.0.1")
        let portText = value("port", "8080")
        guard let port = Int(portText), (0...65_535).contains(port) else {
            throw SettingsError("port", "is a number from 0 to 65535, not \(portText)")
        }
        self.port = port
        unixSocket = optional("unix-socket")
        tlsCertificate = optional("tls-certificate")
        tlsKey = optional("tls-key")
        publicURL = try optional("public-url").map(Self.checkedURL)
        trustedProxies = try value("trusted-proxies", "").split(separator: ",").map { try Self.checkedProxy($0.trimmingCharacters(in: .whitespaces)) }
        logLevel = try Self.checked(value("log-level", "info"), "log-level", among: Logger.Level.allCases.map(\.rawValue))
        logFormat = try Self.checked(value("log-format", "text"), "log-format", among: ["text", "json"])
        home = try value("home", Self.findHome())
        self.sources = sources.map(\.withoutPassword)
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw tlsKey == nil ? SettingsError("tls-certificate", "goes with tls-key") : SettingsError("tls-key", "goes with tls-certificate")
        }
    }

    static let names: Set = [
        "build-limit", "data", "database", "objects", "key-file", "node-name", "hostname", "port", "unix-socket", "tls-certificate", "tls-key",
        "public-url", "trusted-proxies", "log-level", "log-format", "home", "llvm-symbolizer", "alert-networks",
    ]

    private static func read(_ path: String) throws -> [String: String] {
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        var values: [String: String] = [:]
        for text in try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline) {
            let line = text.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") { continue }
            let halves = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            guard names.contains(halves[0]) else {
                throw SettingsError("\(path): unknown setting \(halves[0]); there are \(names.sorted().joined(separator: ", "))")
            }
            guard halves.count == 2 else { throw SettingsError("\(path): \(halves[0]) has no value: write \(halves[0]) = …") }
            values[halves[0]] = halves[1]
        }
        // The file would lie in another directory than the one it names.
        guard values["data"] == nil else { throw SettingsError("\(path): data cannot be set here; name it with --data or CONSOLE_DATA") }
        return values
    }

    private static func checked(_ text: String, _ name: String, among words: [String]) throws -> String {
        guard words.contains(text) else { throw SettingsError(name, "is one of \(words.joined(separator: ", ")), not \(text)") }
        return text
    }

    private static func checkedSize(_ text: String, _ name: String) throws -> Int {
        guard let size = Int(text), size > 0 else { throw SettingsError(name, "is a number of bytes, not \(text)") }
        return size
    }

    /// Opens the store of large things; nothing is asked of it yet.
    /// - Throws: `SettingsError` that says what is wrong with `objects`.
    /// - Parameter address: another one than the setting's.
    public func openBlobs(at address: String? = nil) throws -> any Blobs {
        do {
            return try BlobsAddress(address ?? objects).open(accessKey: objectKeys.access, secretKey: objectKeys.secret)
        } catch let error as BlobsAddressError {
            throw SettingsError("objects", "\(error)")
        }
    }

    private static func checkedDatabase(_ text: String) throws -> String {
        guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") else {
            throw SettingsError(
                "database",
                "is not of the form postgresql://user@host/name; without it the console keeps SQLite in its data directory"
            )
        }
        return text
    }

    /// A name or a network would be compared with addresses, and never be one.
    private static func checkedProxy(_ text: String) throws -> String {
        if text == "unix" { return "" }
        guard let address = try? SocketAddress(ipAddress: text, port: 0).ipAddress else {
            throw SettingsError("trusted-proxies", "takes IP addresses with commas between, or unix for the Unix socket; \(text) is neither")
        }
        return address
    }

    private static func checkedURL(_ text: String) throws -> String {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil, url.path().isEmpty || url.path() == "/" else {
            throw SettingsError("public-url", "is not of the form https://console.example.com: \(text)")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// The nearest directory that holds `Views`, from here or from the program upwards.
    private static func findHome() throws -> String {
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        for start in [URL(fileURLWithPath: FileManager.default.currentDirectoryPath), program] {
            var directory = start
            while directory.path != "/" {
                if FileManager.default.fileExists(atPath: directory.appending(path: "Views/Layout").path) { return directory.path }
                directory.deleteLastPathComponent()
            }
        }
        throw SettingsError("home", "is not found: no directory from here upwards has Views/; name it with --home or CONSOLE_HOME")
    }

    var listener: Listener {
        var listener = Listener()
        listener.address = unixSocket.map { .unix(path: $0) } ?? .tcp(host: hostname, port: port)
        if let tlsCertificate, let tlsKey { listener.tls = .init(certificate: tlsCertificate, key: tlsKey) }
        return listener
    }
}

extension Settings.Source {
    /// Passwords in addresses are nobody's to read.
    fileprivate var withoutPassword: Self {
        let shown = value.replacing(#/(:\/\/[^:@\/]*):[^@\/]*@/#) { "\($0.output.1):***@" }.replacing(#/password=[^&]*/#, with: "password=***")
        return Self(name: name, value: shown, source: source)
    }
}

/// A setting that cannot be used.
public struct SettingsError: Error, CustomStringConvertible {
    /// Its name; nil when it is the file that cannot be read.
    public let setting: String?
    /// A sentence that names it.
    public let description: String

    init(_ description: String) {
        (setting, self.description) = (nil, description)
    }

    init(_ setting: String, _ reason: String) {
        (self.setting, description) = (setting, "\(setting) \(reason)")
    }
}
