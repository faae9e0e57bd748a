/// What is here and what the console has, module by module.
public struct SDKTable: Encodable, Sendable {
    let server: String
    let platform: SDKPlatform
    let directory: String
    let modules: [Row]

    struct Row: Encodable, Sendable {
        let module: String
        /// Nil when it is not here.
        @SDKOrNull var local: String?
        /// Nil when the console does not have it any more.
        @SDKOrNull var remote: String?
        /// Whether what is here is what the console has, byte for byte.
        let isCurrent: Bool
        /// About the version that is here; without one, about the console's.
        @SDKOrNull var remark: SDKRemark?

        var isDifferent: Bool { local != nil && remote != nil && !isCurrent }
    }

    /// - Parameter highlighting: for a terminal: other versions than the console's on cyan, as the documents have it; elsewhere they get a star.
    public func text(highlighting: Bool) -> String {
        if modules.isEmpty { return "\(server) has no modules for \(platform.rawValue)" }
        let head = Row(module: "Framework", local: "Local", remote: "Remote", isCurrent: true, remark: nil)
        let widths = (
            module: width { $0.module }, local: width { Self.local($0) }
        )
        let lines = ([head] + modules).map { row in
            let cells = [
                RemoteText.padded(row.module, to: max(widths.module, 9)), RemoteText.padded(Self.local(row), to: max(widths.local, 7)),
                row.remote ?? "-",
            ]
            let line = cells.joined(separator: "  ")
            guard row.isDifferent else { return line }
            return highlighting ? "\u{1B}[30;46m\(line)\u{1B}[0m" : line + " *"
        }
        let star = !highlighting && modules.contains(where: \.isDifferent) ? ["", "* not the console's version: console sdk update"] : []
        let remarks = modules.compactMap { row in row.remark.map { "\(row.module) \(row.local ?? row.remote ?? ""): \($0.words)" } }
        return (lines + star + (remarks.isEmpty ? [] : [""] + remarks)).joined(separator: "\n")
    }

    private func width(_ cell: (Row) -> String) -> Int {
        modules.map { RemoteText.width(cell($0)) }.max() ?? 0
    }

    private static func local(_ row: Row) -> String {
        row.local ?? "Missing"
    }
}
