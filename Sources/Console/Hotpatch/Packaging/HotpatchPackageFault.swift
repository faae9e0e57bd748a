/// Why a package was not made or not believed. The raw value is a word below `hotpatch.scripts.fault.`, and what `console hotpatch` prints.
public enum HotpatchPackageFault: String, Error, Codable, CaseIterable, Sendable {
    // MARK: making

    case noScript, scriptTooLarge
    /// Not 12 bytes.
    case nonce
    /// The release's id is empty, long, or has other characters than letters, digits and `. _ - :`.
    case release
    /// The key's algorithm does not sign this format.
    case otherAlgorithm
    /// The key refused to sign.
    case unsigned

    // MARK: believing

    /// More bytes than any package has.
    case tooLarge
    /// Neither format.
    case notAPackage
    /// The other one than was asked for.
    case otherFormat
    /// Ends too early, or says lengths that are none.
    case cutShort
    /// Something stands behind the signature.
    case trailing
    /// The header is not the one form that it may have, or names what is not known.
    case header
    /// None of the keys that may sign is the one that it names.
    case unknownKey
    /// Nobody who may has signed these bytes.
    case signature
    /// The signature is right, but the AppSecret is another's.
    case secret
    /// What was encrypted is no archive of the two files.
    case archive
    /// What stands beside the script does not describe it.
    case manifest
    /// The script is not the one that was packed.
    case digest
}
