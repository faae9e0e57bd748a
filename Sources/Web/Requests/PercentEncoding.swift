import Foundation

/// Text for addresses (RFC 3986).
public enum PercentEncoding {
    /// The text with everything but the unreserved characters as `%XX` of its UTF-8 bytes: fit for one value of a query or one part of a path.
    public static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
