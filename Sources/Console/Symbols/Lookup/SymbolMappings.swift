import Formats
import NIOPosix
import Storage

/// Mappings that were asked for last, ready to be asked again.
public actor SymbolMappings {
    private var kept: [BlobID: Task<Retrace, any Error>] = [:]
    /// The last used last.
    private var order: [BlobID] = []

    /// A few megabytes each; see ``Formats/Retrace``.
    private static let most = 8

    init() {}

    /// - Parameter path: of the mapping's file, which is opened and stays so.
    func retrace(_ blob: BlobID, at path: String) async throws -> Retrace {
        order.removeAll { $0 == blob }
        order.append(blob)
        if let known = kept[blob] { return try await known.value }
        let reading = Task { try await NIOThreadPool.singleton.runIfActive { try Retrace(SymbolBytes(path: path)) } }
        kept[blob] = reading
        while kept.count > Self.most, let oldest = order.first(where: { kept[$0] != nil && $0 != blob }) { kept[oldest] = nil }
        order = order.filter { kept[$0] != nil }
        do {
            return try await reading.value
        } catch {
            kept[blob] = nil
            throw error
        }
    }
}
