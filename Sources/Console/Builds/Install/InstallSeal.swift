import Foundation
import Signing

/// What the console hands out so that it knows it again without writing it down: that somebody knew a link's password, and that a file may be taken.
struct InstallSeal: Sendable {
    private let key: [UInt8]

    /// - Parameter installation: the key of the key file; what is made of it is good for nothing else.
    init(installation: [UInt8]) {
        key = HMAC.sha256(key: installation, Array("install links".utf8))
    }

    /// Lengths in front, so that no two lists run together. 128 bits are more than anybody tries over the network.
    private func seal(_ parts: [String]) -> String {
        let bytes = parts.flatMap { Array("\($0.utf8.count):\($0)".utf8) }
        return Hex.encode(Array(HMAC.sha256(key: key, bytes).prefix(16)))
    }

    private func isSealed(_ seal: Substring, _ parts: [String]) -> Bool {
        constantTimeEqual(Array(seal.utf8), Array(self.seal(parts).utf8))
    }

    // MARK: passes

    /// Says that its holder knew the link's password. Another password makes it worthless.
    func pass(_ link: InstallLink, until end: Date) -> String {
        let until = String(Int(end.timeIntervalSince1970))
        return "\(until).\(seal(["pass", link.code, link.password ?? "", until]))"
    }

    func isPass(_ text: String, for link: InstallLink, at now: Date) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let until = Int(parts[0]), Double(until) > now.timeIntervalSince1970 else { return false }
        return isSealed(parts[1], ["pass", link.code, link.password ?? "", String(parts[0])])
    }

    // MARK: tickets

    func ticket(_ link: InstallLink, _ build: Build, _ system: InstallSystem, until end: Date) -> InstallTicket {
        let ticket = InstallTicket(nonce: Random.hex(8), build: build.id, system: system, until: Int(end.timeIntervalSince1970))
        return ticket.sealed(seal(ticket.parts(link.code)))
    }

    /// - Returns: nil for what was not given out for this link, or too long ago.
    func read(_ text: String, _ code: String, at now: Date) -> InstallTicket? {
        guard let ticket = InstallTicket(text), Double(ticket.until) > now.timeIntervalSince1970 else { return nil }
        return isSealed(ticket.seal[...], ticket.parts(code)) ? ticket : nil
    }
}

/// Lets one download happen, however many parts it is taken in.
struct InstallTicket: Sendable, Equatable {
    let nonce: String
    let build: String
    let system: InstallSystem
    /// Seconds since 1970.
    let until: Int
    private(set) var seal = ""

    fileprivate init(nonce: String, build: String, system: InstallSystem, until: Int) {
        self.nonce = nonce
        self.build = build
        self.system = system
        self.until = until
    }

    fileprivate init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, let system = InstallSystem(rawValue: parts[2]), let until = Int(parts[3]) else { return nil }
        self.init(nonce: parts[0], build: parts[1], system: system, until: until)
        seal = parts[4]
    }

    /// As it stands in an address.
    var text: String { "\(nonce).\(build).\(system.rawValue).\(until).\(seal)" }

    fileprivate func sealed(_ seal: String) -> InstallTicket {
        var ticket = self
        ticket.seal = seal
        return ticket
    }

    fileprivate func parts(_ code: String) -> [String] {
        ["ticket", code, nonce, build, system.rawValue, String(until)]
    }
}
