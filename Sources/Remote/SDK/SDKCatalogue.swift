/// What a console has for a platform.
struct SDKCatalogue: Sendable {
    let console: RemoteConsole
    let platform: SDKPlatform

    /// A console that gives more is none.
    private static let most = 100_000

    /// All modules that can be downloaded, by name without regard to case.
    func modules() async throws -> [SDKModule] {
        var found: [SDKModule] = []
        var cursor: String?
        repeat {
            let path = RemotePath(["modules"], [("platform", platform.rawValue), ("limit", "100"), ("cursor", cursor)])
            let page = try await console.get(path, as: Page.self)
            found += page.items.filter { $0.version != nil }
            guard found.count <= Self.most, page.next == nil || !page.items.isEmpty else { throw RemoteError.unreadable(console.address, "\(path)") }
            cursor = page.next
        } while cursor != nil
        return found.sorted { $0.name.lowercased() < $1.name.lowercased() }
    }

    private struct Page: Decodable {
        let items: [SDKModule]
        let next: String?
    }

    /// One module with its versions for the platform, oldest first.
    /// - Parameter name: in any case; the documents themselves write mPaas and mPaaS.
    func module(_ name: String) async throws -> SDKModuleDocument {
        let document: SDKModuleDocument
        do {
            document = try await console.get(RemotePath(["modules", name]))
        } catch let error as RemoteError where error.isNotFound {
            let found = try await modules().first { $0.name.lowercased() == name.lowercased() }
            guard let found, found.name != name else { throw SDKError.unknownModule(name, platform) }
            document = try await console.get(RemotePath(["modules", found.name]))
        }
        let versions = document.versions.filter { $0.platform == platform.rawValue }.sorted { SDKVersionOrder.isOlder($0.version, $1.version) }
        guard !versions.isEmpty else { throw SDKError.unknownModule(name, platform) }
        return SDKModuleDocument(name: document.name, description: document.description, versions: versions)
    }
}
