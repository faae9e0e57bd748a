import Storage
import Web

extension Connection {
    /// Names of the modules that the demo made.
    func demoModules() throws -> Set<String> {
        Set(try all("SELECT name FROM module WHERE demo = 1") { try $0["name"] as String })
    }

    /// Those of the demo.
    func demoModuleBaselines() throws -> [ModuleBaselineName] {
        try all("SELECT platform, name FROM module_baseline WHERE demo = 1 ORDER BY platform, name") {
            ModuleBaselineName(platform: try $0["platform"], name: try $0["name"])
        }
    }
}
