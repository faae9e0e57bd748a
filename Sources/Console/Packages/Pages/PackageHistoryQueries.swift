import Storage

extension Connection {
    func packageModules(_ app: String, _ platform: Platform, number: Int) throws -> [PackageModule] {
        try all(
            """
            SELECT m.module, m.version, m.direct FROM package p JOIN package_module m ON m.app_id = p.app_id AND m.package_id = p.id
            WHERE p.app_id = \(app) AND p.platform = \(platform) AND p.number = \(number)
            """
        ) { PackageModule(name: try $0[0], version: try $0[1], direct: try $0[2]) }
    }

    func packageID(_ app: String, _ platform: Platform, number: Int) throws -> String? {
        try value("SELECT id FROM package WHERE app_id = \(app) AND platform = \(platform) AND number = \(number)")
    }
}
