/// Why a patch was not taken, or not run. The raw value is the code of the report.
public enum HotpatchFault: String, Error, Sendable, Hashable {
    /// It has more bytes than the library takes, or others than the console said.
    case size
    /// Its SHA-256 is not the one the console said.
    case digest
    /// It is not laid out as its format has it.
    case layout
    /// It is signed with a key that the app does not know.
    case key
    /// The signature is not of these bytes, or not the one the console said.
    case signature
    /// It cannot be decrypted with this app's secret.
    case decryption
    /// What was packed is not a script with its digest.
    case contents
    /// The app could not apply it.
    case apply
    /// The app ended twice while it was applied, or right after.
    case crashLoop
}
