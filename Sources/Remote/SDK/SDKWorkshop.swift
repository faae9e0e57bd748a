import Foundation
import Synchronization

/// Changes a local SDK; there is one at a time, also among processes.
///
/// A version is unpacked in `.incoming/<Module>`. `.incoming/<Module>.json`, the entry that it will have, is the point of no return: whoever
/// finds it goes on from there, so after a kill at any point there is the old or the new one. (Only a kill between two renames leaves
/// the name free until the next command.)
final class SDKWorkshop: Sendable {
    private let directory: SDKDirectory
    private let lock: SDKLock
    private let index: Mutex<SDKIndex>

    /// - Throws: ``SDKError/inUse(_:)``.
    init(_ directory: SDKDirectory) throws {
        self.directory = directory
        try SDKDisk.makeDirectory(directory.incoming)
        lock = try SDKLock(directory.path)
        index = Mutex(try directory.index())
        try goOn()
    }

    var entries: [SDKEntry] { index.withLock { directory.present($0) } }

    /// Where the file of a release is downloaded to; what an earlier command had of it is there.
    func place(of release: SDKRelease) -> String {
        "\(directory.incoming)/\(release.file.sha256).file"
    }

    /// Puts a file that was downloaded in the place of what the module has.
    /// - Throws: ``SDKError``; the module is as before then.
    func install(_ release: SDKRelease) throws {
        let (file, staging) = (place(of: release), staging(release.module))
        defer { unlink(file) }
        try SDKDisk.remove(staging)
        try SDKDisk.makeDirectory(staging)
        do {
            let entry = SDKEntry(
                module: release.module,
                version: release.version,
                kind: release.artifact,
                sha256: release.file.sha256,
                files: try SDKUnpacking(module: release.module, kind: release.artifact, staging: staging).unpack(file)
            )
            try index.withLock { index in
                try check(entry, index)
                try SDKDisk.write(entry, commit(release.module))
                try finish(entry, &index)
            }
        } catch {
            if !SDKDisk.exists(commit(release.module)) { try? SDKDisk.remove(staging) }
            throw error
        }
    }

    private func staging(_ module: String) -> String { "\(directory.incoming)/\(module)" }
    private func outgoing(_ module: String) -> String { "\(directory.incoming)/\(module).old" }
    private func commit(_ module: String) -> String { "\(directory.incoming)/\(module).json" }

    /// Nothing is replaced that is not this module's.
    private func check(_ entry: SDKEntry, _ index: SDKIndex) throws {
        for file in entry.files {
            let owner = index.modules.first { $0.files.contains { $0.lowercased() == file.lowercased() } }
            if let owner, owner.module.lowercased() != entry.module.lowercased() { throw SDKError.clash(file, entry.module, owner.module) }
            if owner == nil, SDKDisk.exists("\(directory.path)/\(file)") { throw SDKError.inTheWay("\(directory.path)/\(file)") }
        }
    }

    /// May have been done before, as far as anybody got.
    private func finish(_ entry: SDKEntry, _ index: inout SDKIndex) throws {
        let (staging, outgoing) = (staging(entry.module), outgoing(entry.module))
        try SDKDisk.remove(outgoing)
        try SDKDisk.makeDirectory(outgoing)
        for file in entry.files where SDKDisk.exists("\(staging)/\(file)") {
            try setAside("\(directory.path)/\(file)", "\(outgoing)/\(file)")
            try SDKDisk.move("\(staging)/\(file)", to: "\(directory.path)/\(file)")
        }
        let kept = Set(entry.files.map { $0.lowercased() })
        for file in index[entry.module]?.files ?? [] where !kept.contains(file.lowercased()) {
            try setAside("\(directory.path)/\(file)", "\(outgoing)/\(file)")
        }
        index.set(entry)
        try index.write(directory.indexPath)
        for path in [outgoing, staging, commit(entry.module)] { try SDKDisk.remove(path) }
    }

    private func setAside(_ path: String, _ target: String) throws {
        if SDKDisk.exists(path) { try SDKDisk.move(path, to: target) }
    }

    // MARK: what an earlier command left

    private func goOn() throws {
        let names = SDKDisk.names(directory.incoming)
        for name in names where name.hasSuffix(".json") {
            guard let data = FileManager.default.contents(atPath: "\(directory.incoming)/\(name)"),
                let entry = try? JSONDecoder().decode(SDKEntry.self, from: data), "\(entry.module).json" == name
            else { continue }
            try index.withLock { try finish(entry, &$0) }
        }
        for name in names where isRubbish(name) { try SDKDisk.remove("\(directory.incoming)/\(name)") }
    }

    /// Unpacked without a decision, and downloads that nobody has gone on with for a week.
    private func isRubbish(_ name: String) -> Bool {
        guard name.contains(".file") else { return true }
        var status = stat()
        guard lstat("\(directory.incoming)/\(name)", &status) == 0 else { return false }
        return time(nil) - Int(status.st_mtim.tv_sec) > 7 * 86_400
    }
}
