import ArgumentParser
import Console
import Foundation

/// Files of `console hotpatch`.
enum HotpatchFiles {
    /// Bytes: more than any script, package or key has.
    private static let limit = 8 << 20

    static func read(_ path: String) throws -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else { throw Refusal("\(path) cannot be read") }
        defer { try? file.close() }
        let bytes = [UInt8](try file.read(upToCount: limit + 1) ?? Data())
        guard bytes.count <= limit else { throw Refusal("\(path) is larger than \(limit >> 20) MB") }
        return bytes
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw Refusal("\(path) cannot be written")
        }
    }

    /// For a private key: readable by its owner only, and never over another.
    static func writeOnce(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Refusal("\(path): \(String(cString: strerror(errno)))") }
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: Data(bytes))
    }
}

/// What people write on the command line.
enum HotpatchArguments {
    static func format(_ text: String) throws -> HotpatchFormat {
        guard let number = Int(text), let format = HotpatchFormat(rawValue: number) else { throw ValidationError("there are formats 1 and 2") }
        return format
    }

    static func language(_ text: String) throws -> HotpatchLanguage {
        guard let language = HotpatchLanguage(rawValue: text.lowercased()) else { throw ValidationError("a script is lua or javascript") }
        return language
    }

    static func algorithm(_ text: String) throws -> HotpatchAlgorithm {
        guard let found = HotpatchAlgorithm.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
            throw ValidationError("a key is ECDSA-P256 or RSA")
        }
        return found
    }

    static func nonce(_ text: String) throws -> [UInt8] {
        guard let nonce = HotpatchOffline.nonce(text) else { throw ValidationError("a nonce has 24 hexadecimal digits") }
        return nonce
    }
}
