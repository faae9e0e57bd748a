/// What a command did to the local SDK.
public struct SDKReport: Encodable, Sendable {
    let server: String
    let platform: SDKPlatform
    let directory: String
    /// By name.
    public let modules: [SDKChange]

    public var failures: [SDKChange] { modules.filter { $0.error != nil } }
}

/// What came of one module.
public struct SDKChange: Encodable, Sendable {
    public let module: String
    /// `mPaaS.framework`.
    public let file: String
    /// The version that was here; nil when there was none.
    @SDKOrNull public var from: String?
    public let to: String
    /// Why it is as before.
    @SDKOrNull public var error: String?
    /// What somebody has to know before using it.
    @SDKOrNull public var remark: String?

    /// In the words of the documents.
    public var line: String { "Downloading \(file) [\(error == nil ? "Succeeded" : "Failed")]" }

    /// Nil for what was not here before.
    public var updateLine: String? {
        error == nil ? from.map { "\(module) updated from \($0) to \(to)" } : nil
    }
}

/// What a command does at the moment.
public enum SDKEvent: Sendable {
    /// The catalogue is read.
    case compared
    /// So many modules will be downloaded, which have so many bytes together.
    case begins(modules: Int, bytes: Int)
    /// Bytes of all of them that are there.
    case received(Int)
    /// In the order of their names.
    case changed(SDKChange)
}
