import Foundation

/// What a device is told (contract, section 5; the fields are those of MOBILEAPPCOMMONClientUpgradeRes, help.aliyun.com 112943).
struct UpdateAnswer: Codable, Sendable, Equatable {
    let resultStatus: Int
    let downloadURL: String
    let guideMemo: String
    let newestVersion: String
    let fileSize: Int
    let fullMd5: String
    /// With commas; empty for all.
    let netType: String
    let isTf: Bool
    /// Days between two reminders of a 202; absent where it is 3, which clients take by themselves.
    var remindIntervalDays: Int?

    /// - Parameter version: of the device.
    static func nothingNewer(than version: String) -> UpdateAnswer {
        UpdateAnswer(resultStatus: 201, downloadURL: "", guideMemo: "", newestVersion: version, fileSize: 0, fullMd5: "", netType: "", isTf: false)
    }

    init(_ plan: UpdatePlan, status: Int) {
        let interval = status == UpdateType.once.status ? plan.remindIntervalDays : UpdateRules.usualInterval
        self.init(
            resultStatus: status,
            downloadURL: plan.downloadURL,
            guideMemo: plan.message,
            newestVersion: plan.version,
            fileSize: plan.fileSize,
            fullMd5: plan.md5,
            netType: plan.networks.joined(separator: ","),
            isTf: false,
            remindIntervalDays: interval == UpdateRules.usualInterval ? nil : interval
        )
    }

    private init(
        resultStatus: Int,
        downloadURL: String,
        guideMemo: String,
        newestVersion: String,
        fileSize: Int,
        fullMd5: String,
        netType: String,
        isTf: Bool,
        remindIntervalDays: Int? = nil
    ) {
        self.resultStatus = resultStatus
        self.downloadURL = downloadURL
        self.guideMemo = guideMemo
        self.newestVersion = newestVersion
        self.fileSize = fileSize
        self.fullMd5 = fullMd5
        self.netType = netType
        self.isTf = isTf
        self.remindIntervalDays = remindIntervalDays
    }

    /// As it goes out.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and numbers that are finite: it cannot fail.
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }
}

extension UpdateAnswer {
    /// What most devices are told, put together without an encoder where the version holds nothing that JSON escapes.
    static func nothingNewerBytes(than version: String) -> [UInt8] {
        guard version.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else {
            return nothingNewer(than: version).bytes
        }
        return head + Array(version.utf8) + tail
    }

    private static let head = Array(
        #"{"downloadURL":"","fileSize":0,"fullMd5":"","guideMemo":"","isTf":false,"netType":"","newestVersion":""#.utf8
    )
    private static let tail = Array(#"","resultStatus":201}"#.utf8)
}
