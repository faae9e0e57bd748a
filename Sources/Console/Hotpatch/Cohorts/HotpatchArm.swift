import Storage

/// On which side of a release's comparison a device is. Stored: the words do not change.
enum HotpatchArm: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// It is offered the patch.
    case treatment
    /// It would have been offered the patch, had it been in the percentage.
    case control
}
