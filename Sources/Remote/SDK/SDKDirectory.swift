import Foundation

/// The local SDK of a platform: its modules as a project takes them, each in one version, and `index.json`.
public struct SDKDirectory: Sendable {
    public let path: String
    public let platform: SDKPlatform

    var indexPath: String { path + "/index.json" }
    /// Where things are that are not finished.
    var incoming: String { path + "/.incoming" }

    /// - Parameter path: nil for `CONSOLE_SDK`, or `~/.mainsite/sdk/<platform>`.
    public init(_ path: String?, _ platform: SDKPlatform, environment: [String: String] = ProcessInfo.processInfo.environment) {
        let given = [path, environment["CONSOLE_SDK"]].compactMap { $0 }.first { !$0.isEmpty }
        let usual = "\(NSHomeDirectory())/.mainsite/sdk/\(platform.rawValue)"
        self.path = URL(fileURLWithPath: given ?? usual).standardizedFileURL.path
        self.platform = platform
    }

    /// What is there, by name. What an earlier command left half-way is finished first, unless another is at it.
    func entries() throws -> [SDKEntry] {
        if SDKDisk.names(incoming).contains(where: { $0.hasSuffix(".json") }) { _ = try? SDKWorkshop(self) }
        return present(try index())
    }

    /// Without modules whose files somebody has taken away.
    func present(_ index: SDKIndex) -> [SDKEntry] {
        index.modules.filter { $0.files.allSatisfy { SDKDisk.exists("\(path)/\($0)") } }
    }

    /// As it is written.
    func index() throws -> SDKIndex {
        let index: SDKIndex
        do {
            index = try SDKIndex.read(indexPath) ?? SDKIndex(platform: platform)
        } catch {
            throw SDKError.unreadableIndex(path, error is DecodingError ? "it is not an index" : (error as NSError).localizedDescription)
        }
        guard index.platform == platform else { throw SDKError.otherPlatform(path, index.platform) }
        return index
    }
}
