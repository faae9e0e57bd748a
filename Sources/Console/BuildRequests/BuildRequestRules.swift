import Foundation

/// What may stand in a request. All of it comes to the command of an agent, on somebody's machine.
enum BuildRequestRules {
    /// - Returns: key of a sentence; nil for an address of a form that `git clone` takes.
    static func fault(ofRepository text: String) -> String? {
        guard text.unicodeScalars.count <= BuildRequestLimits.repository, text.isOneLine, !text.contains(where: \.isWhitespace) else {
            return "buildRequests.repository.invalid"
        }
        // git@example.com:group/app.git
        if text.wholeMatch(of: #/[A-Za-z0-9_][A-Za-z0-9_.\-]*@[A-Za-z0-9][A-Za-z0-9.\-]*:[^:\-].*/#) != nil { return nil }
        guard let parts = URLComponents(string: text), ["https", "http", "ssh", "git"].contains(parts.scheme?.lowercased()),
            let host = parts.host, !host.isEmpty, !host.hasPrefix("-")
        else { return "buildRequests.repository.invalid" }
        // Everybody who sees the app would see it.
        return parts.password == nil ? nil : "buildRequests.repository.password"
    }

    /// The rules of git-check-ref-format(1), and no hyphen in front: it would be an option of the command.
    static func isRef(_ text: String, _ kind: BuildRequestSourceKind) -> Bool {
        if kind == .commit { return text.wholeMatch(of: #/[0-9a-f]{7,64}/#) != nil }
        guard text.unicodeScalars.count <= BuildRequestLimits.ref, text.isOneLine, !text.hasPrefix("-") else { return false }
        let isAllowed = { (scalar: UnicodeScalar) in
            scalar.properties.generalCategory != .spaceSeparator && !"~^:?*[\\".unicodeScalars.contains(scalar)
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return text.unicodeScalars.allSatisfy(isAllowed) && !text.contains("..") && !text.contains("@{") && !text.hasSuffix(".")
            && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".lock") }
    }

    static func isConfiguration(_ text: String) -> Bool {
        (1...BuildRequestLimits.configuration).contains(text.unicodeScalars.count) && text.isOneLine && !text.hasPrefix("-")
    }

    /// - Parameter limit: how many.
    static func areLabels(_ labels: [String], upTo limit: Int) -> Bool {
        labels.count <= limit && labels.allSatisfy { $0.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9_.+\-]{0,39}/#) != nil }
    }

    static func isParameterName(_ text: String) -> Bool {
        text.wholeMatch(of: #/[A-Z][A-Z0-9_]{0,59}/#) != nil
    }

    static func isParameterValue(_ text: String) -> Bool {
        text.unicodeScalars.count <= BuildRequestLimits.value && text.isOneLine
    }
}
