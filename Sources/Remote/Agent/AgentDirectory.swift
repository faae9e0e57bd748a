import Foundation

/// Where one build is made.
struct AgentDirectory {
    let path: String

    /// An empty one.
    /// - Parameter parent: absolute, or below the working directory.
    init(_ parent: String, _ request: AgentRequest) throws {
        // The words of a request are the console's, and it may be any.
        guard request.app.wholeMatch(of: #/[a-z0-9]{1,60}/#) != nil, (1...1_000_000_000).contains(request.number) else {
            throw RemoteError.file("the console says an app's name that is none")
        }
        let parent = URL(fileURLWithPath: parent).standardizedFileURL.path
        path = "\(parent)/\(request.app)-\(request.number)"
        let files = FileManager.default
        do {
            if files.fileExists(atPath: path) { try files.removeItem(atPath: path) }
            try files.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw RemoteError.file("\(path) cannot be made: \((error as NSError).localizedDescription)")
        }
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// The package among the files that a command left.
enum AgentArtifact {
    /// Files that are looked through.
    private static let most = 500_000

    /// - Parameter pattern: as a shell has it, where `*` stands for folders too: `*.ipa` is found anywhere.
    /// - Returns: the path of the one that was changed last; nil when none matches.
    static func find(_ pattern: String, in directory: String) throws -> String? {
        let keys: [URLResourceKey] = [.isRegularFileKey, .contentModificationDateKey]
        guard let all = FileManager.default.enumerator(at: URL(fileURLWithPath: directory), includingPropertiesForKeys: keys) else { return nil }
        var (best, newest, seen) = (nil as String?, Date.distantPast, 0)
        while let file = all.nextObject() as? URL {
            seen += 1
            guard seen <= most else {
                throw RemoteError.file("\(directory) has more than \(most) files; name a smaller one by what the command does")
            }
            let relative = file.path.dropFirst(directory.count + 1)
            guard fnmatch(pattern, String(relative), 0) == 0 else { continue }
            let facts = try file.resourceValues(forKeys: Set(keys))
            guard facts.isRegularFile == true, let date = facts.contentModificationDate, date >= newest else { continue }
            (best, newest) = (file.path, date)
        }
        return best
    }
}
