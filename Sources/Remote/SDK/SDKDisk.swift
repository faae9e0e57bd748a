import Foundation

/// The few things that are done to a disk, with the system's words in the error.
enum SDKDisk {
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    static func makeDirectory(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw SDKError.file("\(path) cannot be made: \((error as NSError).localizedDescription)")
        }
    }

    static func names(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    static func move(_ path: String, to target: String) throws {
        guard rename(path, target) == 0 else { throw SDKError.file("\(target): \(String(cString: strerror(errno)))") }
    }

    /// Also what is not there.
    static func remove(_ path: String) throws {
        guard exists(path) else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw SDKError.file("\(path) cannot be removed: \((error as NSError).localizedDescription)")
        }
    }

    /// A document, whole or not at all.
    static func write(_ value: some Encodable, _ path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try encoder.encode(value).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw SDKError.file("\(path) cannot be written: \((error as NSError).localizedDescription)")
        }
    }
}
