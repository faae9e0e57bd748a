import Foundation

/// A newer version of the app, as the console tells this device of it.
public struct Update: Sendable, Hashable {
    /// How users are told.
    public enum Kind: Sendable, Hashable {
        /// Once in some days.
        case once(intervalDays: Int)
        /// Whenever the app asks.
        case everyTime
        /// The app is not to be used before it is updated.
        case force
    }

    /// Such as `2.4.0`.
    public let newestVersion: String
    public let kind: Kind
    /// What is new, for the user.
    public let message: String
    /// To be opened; `nil` when the console names none that can be read.
    public let downloadURL: URL?
    /// Bytes of the file; 0 when that is not known.
    public let fileSize: Int
    /// Of the file, as hex; empty when that is not known.
    public let md5: String
    /// On which networks users are to be told, such as `WIFI`; empty for all.
    public let networks: [String]

    /// For previews and tests of an app; real ones come from ``Updates``.
    public init(
        newestVersion: String,
        kind: Kind,
        message: String = "",
        downloadURL: URL? = nil,
        fileSize: Int = 0,
        md5: String = "",
        networks: [String] = []
    ) {
        self.newestVersion = newestVersion
        self.kind = kind
        self.message = message
        self.downloadURL = downloadURL
        self.fileSize = fileSize
        self.md5 = md5
        self.networks = networks
    }

    /// Whether the app is not to be used before it is updated.
    public var isForced: Bool { kind == .force }

    /// Whether a network is one of ``networks``; one that is not known is none of them.
    func isFor(_ network: String?) -> Bool {
        networks.isEmpty || networks.contains { $0.lowercased() == network?.lowercased() }
    }
}

/// The console's answer (`alipay.client.updateVersion`).
struct UpdateAnswer: Decodable {
    let resultStatus: Int
    let downloadURL: String?
    let guideMemo: String?
    let newestVersion: String?
    let fileSize: Int?
    let fullMd5: String?
    let netType: String?
    let remindIntervalDays: Int?

    /// `nil` when there is nothing newer, which is 201; other numbers are of ways to tell that this library does not know, and so is silent about.
    var update: Update? {
        let kind: Update.Kind
        switch resultStatus {
        case 202: kind = .once(intervalDays: max(remindIntervalDays ?? Self.usualInterval, 1))
        case 204: kind = .everyTime
        // 203 is how older consoles write 206.
        case 203, 206: kind = .force
        default: return nil
        }
        return Update(
            newestVersion: newestVersion ?? "",
            kind: kind,
            message: guideMemo ?? "",
            downloadURL: downloadURL.flatMap { $0.isEmpty ? nil : URL(string: $0) },
            fileSize: fileSize ?? 0,
            md5: fullMd5 ?? "",
            networks: (netType ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        )
    }

    /// Days, where the console says nothing (help.aliyun.com 112943).
    private static let usualInterval = 3
}
