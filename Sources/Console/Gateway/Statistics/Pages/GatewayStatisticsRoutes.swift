import Foundation
import Web

/// What the gateway counted, as pages and as JSON.
struct GatewayStatisticsRoutes: Sendable {
    let apps: Apps
    let statistics: GatewayStatistics
    let setup: GatewaySetup
    let ledger: Ledger
    let catalogue: Catalogue

    func add(to routes: Routes) throws {
        try routes.get(
            "apps/{app}/stats/gateway",
            "Calls that the gateway took, by operation, ranked.",
            needs: .role(.viewer),
            page: "apps/{app}/gateway",
            view: "Gateway/ranking",
            menu: .under(.cloud, "gateway.menu", key: "g"),
            ranking
        )
        try routes.get(
            "apps/{app}/stats/gateway/{operation}",
            "Calls of one operation: over time, by version, errors by code.",
            needs: .role(.viewer),
            page: "apps/{app}/gateway/operations/{operation}",
            view: "Gateway/operation",
            operation
        )
        try routes.get(
            "apps/{app}/gateway/old-secrets",
            "Which versions signed with an old AppSecret in the last 90 days.",
            needs: .role(.viewer),
            view: "Gateway/oldSecrets",
            oldSecrets
        )
        try GatewayFailureRoutes(apps: apps, statistics: statistics).add(to: routes)
    }

    /// The longest range in seconds: every quarter has a row for each duration that occurred in it.
    static let longest: TimeInterval = 32 * 86_400

    @Sendable func ranking(_ query: GatewayQuery, _ context: Context) async throws -> Reply<GatewayRanking, GatewayRankingPage> {
        let ask = try ask(query, context)
        let body = try await statistics.ranking(ask.filter, ask.range, by: query.sort ?? .calls)
        return Reply.show(body) {
            GatewayRankingPage(body, by: query.sort ?? .calls, try await versions(ask), try await .marked(ask, catalogue, by: ledger))
        }.inZone(ask.range.zone)
    }

    @Sendable func operation(_ query: GatewayQuery, _ context: Context) async throws -> Reply<GatewayOperationStatistics, GatewayOperationPage> {
        let name = try context.parameter("operation")
        guard GatewayUpstreamRules.isName(name) else { throw Problem.notFound }
        let ask = try ask(query, context)
        let body = try await statistics.operation(name, ask.filter, ask.range)
        return Reply.show(body) {
            let upstream = try await setup.hasUpstream(name, of: ask.app.id) ? "/apps/\(ask.app.id)/gateway/upstreams/\(name)" : nil
            return GatewayOperationPage(body, upstream: upstream, try await versions(ask), try await .marked(ask, catalogue, by: ledger))
        }.inZone(ask.range.zone)
    }

    private func ask(_ query: GatewayQuery, _ context: Context) throws -> StatisticsAsk {
        let ask = try StatisticsAsk(query.statistics, apps.app(try context.parameter("app")), context, counting: .minutes)
        guard ask.range.length <= Self.longest else { throw Problem.invalid("from", "statistics.range.month") }
        return ask
    }

    /// To choose from: all that called in the range. Nothing is known of when each was first seen.
    private func versions(_ ask: StatisticsAsk) async throws -> [String: Int] {
        let filter = StatisticsFilter(app: ask.filter.app, platform: ask.filter.platform)
        let names = try await statistics.versions(filter, ask.range)
        return Dictionary(names.map { ($0, 0) }) { first, _ in first }
    }

    struct OldSecretPage: Codable, Sendable {
        /// Platforms whose old secret is still taken.
        let valid: [Valid]

        struct Valid: Codable, Sendable {
            let platform: Platform
            let until: Date
        }
    }

    @Sendable func oldSecrets(_: Nothing, _ context: Context) async throws -> Reply<List<AppOldSecretUse>, OldSecretPage> {
        let app = try apps.app(try context.parameter("app"))
        let uses = try await statistics.oldSecretUses(of: app.id)
        return .show(List(items: uses, next: nil, total: uses.count)) {
            OldSecretPage(
                valid: app.platforms.compactMap { platform in
                    platform.oldSecretUntil.flatMap { $0 > context.reader.now ? .init(platform: platform.platform, until: $0) : nil }
                }
            )
        }
    }
}
