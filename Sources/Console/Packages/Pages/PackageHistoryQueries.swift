import Storage

extension Connection {
    /// Of several packages of a platform, by their numbers.
    func packageModules(_ app: String, _ platform: Platform, numbers: [Int]) throws -> [Int: [PackageModule]] {
        let found = try all(
            """
            SELECT p.number, m.module, m.version, m.direct FROM package p JOIN package_module m ON m.app_id = p.app_id AND m.package_id = p.id
            WHERE p.app_id = \(app) AND p.platform = \(platform) AND p.number IN (\(SQL.list(numbers)))
            """
        ) { (number: try $0[0] as Int, module: PackageModule(name: try $0[1], version: try $0[2], direct: try $0[3])) }
        return Dictionary(grouping: found, by: \.number).mapValues { $0.map(\.module) }
    }

    func packageID(_ app: String, _ platform: Platform, number: Int) throws -> String? {
        try value("SELECT id FROM package WHERE app_id = \(app) AND platform = \(platform) AND number = \(number)")
    }
}
