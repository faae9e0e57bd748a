/// What a multipart form may cost beside its file. Sizes in bytes.
public struct MultipartLimits: Sendable {
    /// As many as fields of any other form.
    public var parts = 1_000
    /// Lines above one part.
    public var headers = 8 << 10
    /// Names and values of all fields that are no file.
    public var fields = InputReader.bodyLimit
    /// What stands before the first part, where nobody writes anything.
    public var preamble = 1 << 10

    public init() {}

    /// What may come around a file.
    var overhead: Int { fields + preamble + 64 << 10 }
}
