/// Why uploads cannot be kept on disk.
public enum OfflineError: Error, Sendable, Hashable {
    /// Another process, or another ``MainSite`` of this one, has the same directory.
    case inUse(String)
    /// The disk is full, or the file cannot be made, read or written.
    case disk(String)
    /// Larger alone than the whole queue may be.
    case tooLarge
}
