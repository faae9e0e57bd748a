import Web

/// The latest calls that failed, as a page and as JSON.
struct GatewayFailureRoutes: Sendable {
    let apps: Apps
    let statistics: GatewayStatistics

    func add(to routes: Routes) throws {
        try routes.get(
            "apps/{app}/gateway/failures",
            "List the latest 1,000 calls that failed, newest first.",
            needs: .role(.viewer),
            view: "Gateway/failures",
            list
        )
    }

    struct Query: Codable, Sendable {
        let operation: String?
        /// A result code, e.g. 7002.
        let status: GatewayStatus?
        let device: String?
        let limit: Int?
        let cursor: String?
    }

    struct Page: Codable, Sendable {
        let operations: [OperationChoice]
        let statuses: [StatusChoice]
        let device: String
        let filtered: Bool
        /// The code that is asked for, whose advice stands above the list.
        let status: Int?
        let pager: Pager
    }

    struct OperationChoice: Codable, Sendable {
        let operation: String
        let current: Bool
    }

    struct StatusChoice: Codable, Sendable {
        let status: Int
        let current: Bool
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<GatewayFailure>, Page> {
        let app = try apps.app(try context.parameter("app")).id
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let filter = GatewayFailureFilter(operation: query.operation?.orNil, status: query.status, device: query.device?.orNil)
        let list = try await statistics.failures(of: app, filter, place)
        return .show(list) {
            Page(
                operations: Self.choices(try await statistics.failedOperations(of: app), chosen: filter.operation),
                statuses: GatewayStatus.allCases.filter { $0 != .ok }.map { StatusChoice(status: $0.rawValue, current: $0 == query.status) },
                device: context.filled("device", query.device ?? ""),
                filtered: filter.operation != nil || filter.status != nil || filter.device != nil,
                status: query.status?.rawValue,
                pager: Pager(list, place, context)
            )
        }
    }

    /// The chosen one also when nothing of it is there.
    private static func choices(_ operations: [String], chosen: String?) -> [OperationChoice] {
        let missing = chosen.map { operations.contains($0) ? [] : [$0] } ?? []
        return (missing + operations).map { OperationChoice(operation: $0, current: $0 == chosen) }
    }
}
