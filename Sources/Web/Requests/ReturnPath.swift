/// Where a page sends the browser back to: a path of this console only, never another site.
public enum ReturnPath {
    /// The path as it came, or nil for anything a browser could take as another site's address.
    ///
    /// `//host` and `/\host` are addresses of other hosts (URL Standard, "relative slash state"), and browsers drop tabs and line ends.
    public static func checked(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 2_048 else { return nil }
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else { return nil }
        return bytes.count > 1 && bytes[1] == UInt8(ascii: "/") ? nil : text
    }
}
