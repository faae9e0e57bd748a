/// Personal data as lists show it: enough to recognise, too little to use.
enum FeedbackMask {
    /// `138****1234`, `l***@example.com`, `W***`.
    static func mask(_ text: String) -> String {
        if text.isEmpty { return "" }
        if let at = text.lastIndex(of: "@"), at > text.startIndex { return "\(text.prefix(1))***\(text[at...])" }
        let digits = text.unicodeScalars.count { ("0"..."9").contains($0) }
        if digits >= 11 { return "\(text.prefix(3))****\(text.suffix(4))" }
        return text.count >= 6 ? "\(text.prefix(2))***\(text.suffix(1))" : "\(text.prefix(1))***"
    }
}
