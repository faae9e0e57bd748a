import Foundation

/// The files of a log, named by their hours: `2026-11-23-10.log`. Their names sort as their times do.
struct DeviceLogShelf: Sendable {
    let directory: URL

    /// - Parameter time: as ``LogTime/text(_:zone:)`` writes it.
    static func name(_ time: String) -> String {
        "\(Substring(time.utf8.prefix(10)))-\(Substring(time.utf8.dropFirst(11).prefix(2))).log"
    }

    /// Makes the directory.
    /// - Returns: the bytes of what is in it.
    func prepare() -> Int {
        try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return names.reduce(0) { $0 + size(of: $1) }
    }

    /// Of all files, the oldest first.
    var names: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return all.filter(Self.isName).sorted()
    }

    private static func isName(_ name: String) -> Bool {
        let pattern = "0000-00-00-00.log".utf8
        return name.utf8.count == pattern.count
            && zip(name.utf8, pattern).allSatisfy { $1 == UInt8(ascii: "0") ? (0x30...0x39).contains($0) : $0 == $1 }
    }

    /// Deletes what is too old, and of the rest the oldest until all is within `bytes`.
    /// - Returns: the bytes that are left.
    func clear(before oldest: String, bytes: Int, except current: String) -> Int {
        let all = names.map { (name: $0, size: size(of: $0)) }
        var total = all.reduce(0) { $0 + $1.size }
        for file in all where file.name != current && (file.name < oldest || total > bytes) {
            guard (try? FileManager.default.removeItem(at: directory.appending(path: file.name))) != nil else { continue }
            total -= file.size
        }
        return total
    }

    func open(_ name: String) -> DeviceLogFile? {
        DeviceLogFile(directory.appending(path: name).path, name: name)
    }

    func bytes(of name: String) -> [UInt8] {
        (try? Data(contentsOf: directory.appending(path: name))).map { Array($0) } ?? []
    }

    private func size(of name: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: directory.appending(path: name).path)
        return attributes?[.size] as? Int ?? 0
    }
}
