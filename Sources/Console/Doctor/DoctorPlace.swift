import Foundation
import Storage

/// What lies on this machine: the data directory, the disk, the console's own files, how it is reached.
extension Doctor {
    func place() -> [DoctorFinding] {
        [directory(), files(), disk(), home()].compactMap { $0 }
    }

    private func mode(_ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    private func directory() -> DoctorFinding {
        let path = settings.data
        guard let mode = mode(path) else {
            return .fail("data", "there is no data directory \(path)", "name it with --data or CONSOLE_DATA; console serve makes a new one")
        }
        guard FileManager.default.isWritableFile(atPath: path) else {
            return .fail("data", "\(path) cannot be written by this user", "give it to the user that runs the console: chown")
        }
        guard mode & 0o077 == 0 else {
            return .warn("data", "others of this machine may enter \(path) (mode \(String(mode, radix: 8)))", "chmod 700 \(path)")
        }
        return .ok("data", "\(path) is the owner's alone")
    }

    /// The files that hold secrets or everything.
    private func files() -> DoctorFinding? {
        let all = ["console.sqlite", "console.sqlite-wal", "console.conf"].map { "\(settings.data)/\($0)" } + [settings.keyFile]
        let open = all.filter { (mode($0) ?? 0) & 0o077 != 0 }
        guard !open.isEmpty else { return nil }
        let isKey = open.contains(settings.keyFile)
        let finding = "others of this machine have rights on \(open.joined(separator: ", "))"
        return isKey
            ? .fail("files", finding + "; the console does not start with such a key", "chmod 600 \(open.joined(separator: " "))")
            : .warn("files", finding, "chmod 600 \(open.joined(separator: " "))")
    }

    /// Below 512 MiB the console calls itself not ready.
    private static let leastFree = Int(OperationsHealth.freeBytesNeeded)

    private func disk() -> DoctorFinding? {
        guard let space = space(settings.data) else { return nil }
        let free = "\(space.free >> 20) MiB of \(space.total >> 20) MiB are free on the disk of \(settings.data)"
        let remedy = "make room or take a larger disk; raw lines stay \(TelemetryRetention.rawDays) days unless an app says otherwise"
        if space.free < Self.leastFree { return .fail("disk", free + ", \(Self.leastFree >> 20) MiB are needed", remedy) }
        return space.free < space.total / 10 && space.free < 20 << 30 ? .warn("disk", free, remedy) : .ok("disk", free)
    }

    private func home() -> DoctorFinding {
        let missing = ["Views/Layout", "Public/console.css", "Seeds"].filter { !FileManager.default.fileExists(atPath: "\(settings.home)/\($0)") }
        guard missing.isEmpty else {
            return .fail(
                "home",
                "\(settings.home) lacks \(missing.joined(separator: ", "))",
                "name the directory that holds Views, Public and Seeds: --home or CONSOLE_HOME"
            )
        }
        return .ok("home", "Views, Public and Seeds are in \(settings.home)")
    }

    // MARK: how it is reached

    func addresses() -> [DoctorFinding] {
        [publicURL(), proxies()].compactMap { $0 }
    }

    private func publicURL() -> DoctorFinding {
        let name = "public-url"
        guard let url = settings.publicURL else {
            return .warn(name, "not set: files for devices name whatever host a request came to", "--public-url https://console.example.com")
        }
        guard url.hasPrefix("https://") || Self.isLoopback(URL(string: url)?.host() ?? "") else {
            return .warn(
                name,
                "\(url) is not https: passwords and secrets go over the network as they are",
                "--tls-certificate and --tls-key, or a proxy that speaks https"
            )
        }
        return .ok(name, url)
    }

    private func proxies() -> DoctorFinding? {
        let (name, proxies) = ("trusted-proxies", settings.trustedProxies)
        let isPublic = settings.unixSocket == nil && !Self.isLoopback(settings.hostname)
        if settings.publicURL?.hasPrefix("https://") == true, settings.tlsKey == nil, proxies.isEmpty {
            return .warn(
                name,
                "public-url is https and the console speaks http, so a proxy stands before it whose headers are not believed",
                "--trusted-proxies with the proxy's address, or unix when it speaks on the Unix socket"
            )
        }
        if isPublic, settings.tlsKey == nil, proxies.isEmpty {
            return .warn(
                "tls",
                "\(settings.hostname) takes http from other machines",
                "--tls-certificate and --tls-key, or listen on 127.0.0.1 behind a proxy"
            )
        }
        return proxies.isEmpty ? nil : .ok(name, proxies.map { $0.isEmpty ? "unix" : $0 }.joined(separator: ", "))
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
