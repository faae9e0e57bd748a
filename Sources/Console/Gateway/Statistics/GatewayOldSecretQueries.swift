import Storage

extension Connection {
    func oldSecretUses(_ filter: StatisticsFilter) throws -> [AppOldSecretUse] {
        try all(
            """
            SELECT platform, version, max(day), sum(calls) FROM gateway_old_secret WHERE \(filter.condition)
            GROUP BY platform, version ORDER BY max(day) DESC, sum(calls) DESC, platform, version LIMIT 200
            """
        ) { AppOldSecretUse(try $0[0], try $0[1], day: try $0[2], calls: try $0[3]) }
    }
}
