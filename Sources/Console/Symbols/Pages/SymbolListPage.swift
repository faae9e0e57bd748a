import Formats
import Foundation
import Web

/// What `Views/Symbols/list` shows beside the list itself.
struct SymbolListPage: Codable, Sendable {
    /// What most reports wait for, on every page of the list.
    let missing: [SymbolMissingBody]
    let missingTotal: Int
    /// More of them than are shown.
    let missingMore: Int?
    let rows: [Row]
    let kinds: [KindChoice]
    let q: String
    /// Something is asked for, so that an empty list does not mean that there is nothing.
    let filtered: Bool
    let mayUpload: Bool
    /// No program on this node looks addresses up.
    let absent: Bool
    let pager: Pager

    struct Row: Codable, Sendable {
        let id: String
        let name: String
        let kind: SymbolBodyKind
        let ids: [String]
        /// Of its ids, those that are not shown.
        let more: Int?
        let architectures: String
        let version: String
        let size: Int
        let createdAt: Date
        let createdBy: String
    }

    struct KindChoice: Codable, Sendable {
        let kind: SymbolKind
        let chosen: Bool
    }

    init(
        _ list: List<SymbolBody>,
        _ missing: List<SymbolMissingBody>,
        _ filter: SymbolFilter,
        _ state: SymbolizerState,
        _ pager: Pager,
        _ app: App,
        _ context: Context
    ) {
        self.missing = missing.items
        missingTotal = missing.total
        missingMore = missing.total > missing.items.count ? missing.total - missing.items.count : nil
        rows = list.items.map(Row.init)
        kinds = SymbolKind.allCases.map { KindChoice(kind: $0, chosen: $0 == filter.kind) }
        q = filter.text
        filtered = filter.kind != nil || !filter.text.isEmpty
        mayUpload = Policy.role(.operator).admits(context.viewer, app: app.id)
        absent = !state.isReady
        self.pager = pager
    }
}

extension SymbolListPage.Row {
    private static let shown = 4

    fileprivate init(_ body: SymbolBody) {
        self.init(
            id: body.id,
            name: body.name.isEmpty ? body.id : body.name,
            kind: body.kind,
            ids: Array(body.uuids.prefix(Self.shown)),
            more: body.uuids.count > Self.shown ? body.uuids.count - Self.shown : nil,
            architectures: body.architectures.joined(separator: ", "),
            version: body.version,
            size: body.size,
            createdAt: body.createdAt,
            createdBy: body.createdBy
        )
    }
}

/// What `Views/Symbols/file` shows beside the file itself.
struct SymbolFilePage: Codable, Sendable {
    let spokenName: String
    let mayWork: Bool
    let absent: Bool
    let rows: [Row]

    struct Row: Codable, Sendable {
        let name: String
        let kind: SymbolKind
        let uuid: String
        let architecture: String
        let worth: SymbolWorth
        /// Something of it cannot be had.
        let poor: Bool
        let compiler: String
        /// A mapping of a newer version than is known: what it adds is passed over.
        let newer: Bool
        let size: Int
        let download: String
    }

    init(_ upload: SymbolUpload, _ state: SymbolizerState, _ context: Context) {
        spokenName = upload.spokenName
        mayWork = Policy.role(.operator).admits(context.viewer, app: upload.app)
        absent = !state.isReady && upload.objects.contains { $0.kind != .mapping }
        rows = upload.objects.map { object in
            Row(
                name: object.name,
                kind: object.kind,
                uuid: object.spokenId,
                architecture: object.architecture,
                worth: object.worth,
                poor: object.worth != .full,
                compiler: object.compiler,
                newer: object.kind == .mapping && SymbolMapping.isNewer(object.format),
                size: object.size,
                download: "/apps/\(upload.app)/symbols/\(upload.id)/objects/\(object.id)/download"
            )
        }
    }
}
