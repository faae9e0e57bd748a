import Foundation
import Web

/// Where the pages of devices and users are, for links from every room. Ids are full of `/`, `+` and `=`.
enum DevicePath {
    static func device(_ id: String, of app: String) -> String { "/apps/\(app)/devices/\(PercentEncoding.encode(id))" }

    static func user(_ id: String, of app: String) -> String { "/apps/\(app)/users/\(PercentEncoding.encode(id))" }

    /// Why something came to a device, or did not.
    /// - Parameter subject: id of the release, message, dot or task, or a switch's key; nil for all of the kind.
    static func why(_ kind: ExposureKind? = nil, device: String = "", user: String = "", subject: String? = nil, of app: String) -> String {
        let fields = [("device", device), ("user", user), ("kind", kind?.rawValue ?? ""), ("subject", subject ?? "")]
        return "/apps/\(app)/why?\(Form(fields.filter { !$0.1.isEmpty }).encoded)"
    }
}
