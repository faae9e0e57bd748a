import Formats

/// The distinct values of each field that is counted by; what a line does not say, the upload's headers do.
struct TelemetryWords {
    var versions: LogWords
    var devices: LogWords
    var users: LogWords
    var models = LogWords(.text(limit: 64))
    var osVersions = LogWords(.text(limit: 64))
    var channels = LogWords(.text(limit: 64))
    var operations = LogWords(.text(limit: 128))

    static let versionRule = LogWords.Rule.text(limit: 64)
    static let userRule = LogWords.Rule.text(limit: 128)

    init(_ upload: TelemetryUpload) {
        versions = LogWords(Self.versionRule, fallback: upload.version)
        devices = LogWords(.device, fallback: upload.device)
        users = LogWords(Self.userRule, fallback: upload.user)
    }
}
