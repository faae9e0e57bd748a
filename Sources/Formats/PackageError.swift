/// Why an app's package was not read, with the file within it that is to blame.
public enum PackageError: Error, Equatable, Sendable {
    /// The archive itself.
    case archive(ZipError)
    /// There is no such file, and without it this is no package of that kind.
    case missing(String)
    /// Two of what there may be one of.
    case several(String, String)
    /// The file is not of the format that it has to be of.
    case unreadable(String, FormatError)
    /// The file, which is read well, does not say this.
    case silent(String, about: String)
}
