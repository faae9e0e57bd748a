import Formats
import Foundation

/// Brings the file of a module into the form in which a project takes it.
///
/// Of an archive, frameworks and bundles stand where they are found, whatever folder they are in; everything else (licences, notes) comes into
/// a folder of the module's name, as two modules may have the same.
struct SDKUnpacking {
    let module: String
    let kind: SDKArtifactKind
    /// An empty directory.
    let staging: String

    /// - Returns: names of what is in the directory now.
    /// - Throws: ``SDKError/archive(_:_:)``, naming the entry.
    func unpack(_ file: String) throws -> [String] {
        guard kind.isUnpacked else { return [try link(file)] }
        do {
            let archive = try ZipReader(path: file)
            for entry in archive.entries where !entry.isDirectory && !entry.path.hasPrefix("__MACOSX/") {
                try write(archive, entry, to: place(of: entry.path))
            }
        } catch let error as ZipError {
            throw SDKError.archive(module, "\(error.kind)" + (error.entry.map { " (\($0))" } ?? ""))
        }
        let names = SDKDisk.names(staging)
        guard names.contains(where: { $0.hasSuffix(".framework") || $0.hasSuffix(".xcframework") }) else {
            throw SDKError.archive(module, "there is no framework in it")
        }
        return names
    }

    /// A second name instead of a copy; the first one goes afterwards.
    private func link(_ file: String) throws -> String {
        let name = "\(module).\(kind.rawValue)"
        guard Foundation.link(file, "\(staging)/\(name)") == 0 else { throw SDKError.file("\(staging): \(String(cString: strerror(errno)))") }
        return name
    }

    /// Path in the staging directory: `a/MPLog.framework/Headers/MPLog.h` → `MPLog.framework/Headers/MPLog.h`, `a/NOTICE` → `MPLog/a/NOTICE`.
    private func place(of path: String) throws -> String {
        let parts = path.split(separator: "/").map(String.init)
        guard let top = parts.dropLast().firstIndex(where: Self.isItem) else { return "\(module)/\(path)" }
        // A name that a disk's tools hide, or take for an option.
        guard let first = parts[top].utf8.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-") else {
            throw SDKError.archive(module, "badName (\(path))")
        }
        return parts[top...].joined(separator: "/")
    }

    private static func isItem(_ name: String) -> Bool {
        [".framework", ".xcframework", ".bundle"].contains { name.utf8.count > $0.utf8.count && name.hasSuffix($0) }
    }

    private func write(_ archive: ZipReader, _ entry: ZipEntry, to place: String) throws {
        let path = "\(staging)/\(place)"
        try SDKDisk.makeDirectory((path as NSString).deletingLastPathComponent)
        // Two entries that came to the same place, also by case where the disk ignores it, are refused here.
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else {
            throw errno == EEXIST ? SDKError.archive(module, "sameName (\(entry.path))") : .file("\(path): \(String(cString: strerror(errno)))")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try archive.read(entry.index) { bytes in
            do {
                try handle.write(contentsOf: bytes)
            } catch {
                throw SDKError.file("\(path): \((error as NSError).localizedDescription)")
            }
        }
    }
}
