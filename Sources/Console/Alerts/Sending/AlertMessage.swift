import Foundation
import Web

/// What is said to the people behind a channel, before it takes the form that the channel wants.
struct AlertMessage: Sendable {
    /// Such as `crash.group.new`.
    let type: String
    let at: Date
    let app: App
    let title: String
    let lines: [String]
    /// nil when the console does not know what people call it.
    let link: String?
    let linkWord: String
    /// nil in a test, and of a change.
    let alert: Alert?
    var change: LedgerChange?

    /// As JSON.
    func body(for kind: AlertChannelKind, _ language: Language) -> String {
        let value: JSONValue =
            switch kind {
            case .webhook: webhook
            case .dingtalk: dingtalk
            case .feishu: feishu(language)
            case .wecom: wecom
            }
        return value.text()
    }

    /// Standard Webhooks 1.0.0, "Payload structure".
    private var webhook: JSONValue {
        let data = change.map(data) ?? said
        return .object(["type": .string(type), "timestamp": .string(LocalTime(at, .gmt).iso), "data": .object(data)])
    }

    /// The change as the list of changes has it, and its page's address.
    private func data(_ change: LedgerChange) -> [String: JSONValue] {
        guard case .object(var data)? = try? JSONValue(encoding: change) else { return [:] }
        data["at"] = .string(LocalTime(change.at, .gmt).iso)
        data["url"] = link.map { .string($0) } ?? .null
        return data
    }

    private var said: [String: JSONValue] {
        var data: [String: JSONValue] = [
            "app": .object(["id": .string(app.id), "name": .string(app.name)]), "title": .string(title), "lines": .array(lines.map { .string($0) }),
            "url": link.map { .string($0) } ?? .null,
        ]
        if let alert {
            data["id"] = .string(alert.id)
            data["rule"] = alert.ruleId.isEmpty ? .null : .object(["id": .string(alert.ruleId), "name": .string(alert.ruleName)])
            data["facts"] = (try? JSONValue(encoding: alert.facts)) ?? .null
        }
        return data
    }

    /// 钉钉: markdown; `title` is what its list of chats shows.
    private var dingtalk: JSONValue {
        .object([
            "msgtype": .string("markdown"),
            "markdown": .object(["title": .string(Self.plain(Self.cut(title, 200))), "text": .string(markdown(upTo: 15_000, paragraphs: true))]),
        ])
    }

    /// 企业微信: markdown of at most 4,096 bytes.
    private var wecom: JSONValue {
        .object(["msgtype": .string("markdown"), "markdown": .object(["content": .string(markdown(upTo: 4_000, paragraphs: false))])])
    }

    /// 飞书: a post, in which nothing of a text means anything else; the whole message below 20 kB.
    private func feishu(_ language: Language) -> JSONValue {
        var left = 12_000
        var content: [JSONValue] = []
        for line in lines {
            let text = Self.cut(line, 1_000)
            left -= text.utf8.count + 40
            if left < 0 { break }
            content.append(.array([.object(["tag": .string("text"), "text": .string(text)])]))
        }
        if let link { content.append(.array([.object(["tag": .string("a"), "text": .string(linkWord), "href": .string(link)])])) }
        let post: JSONValue = .object(["title": .string(Self.cut(title, 500)), "content": .array(content)])
        let name = language == .chinese ? "zh_cn" : "en_us"
        return .object(["msg_type": .string("post"), "content": .object(["post": .object([name: post])])])
    }

    /// - Parameter paragraphs: whether lines have to be apart by an empty one to be lines.
    private func markdown(upTo limit: Int, paragraphs: Bool) -> String {
        let head = "### \(Self.plain(Self.cut(title, 500)))"
        let tail = link.map { "[\(linkWord)](\($0))" }
        var parts = [head]
        var left = limit - head.utf8.count - (tail?.utf8.count ?? 0)
        for line in lines {
            let part = "> \(Self.plain(Self.cut(line, 500)))"
            left -= part.utf8.count + 2
            if left < 0 { break }
            parts.append(part)
        }
        return (parts + [tail].compactMap { $0 }).joined(separator: paragraphs ? "\n\n" : "\n")
    }

    /// What devices wrote must not become a link, a picture or a call to everybody: characters that mean something in markdown become others that
    /// look alike.
    private static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar {
                    case "[": "［"
                    case "]": "］"
                    case "<": "＜"
                    case ">": "＞"
                    case "*": "＊"
                    case "`": "＇"
                    case "@": "＠"
                    default: scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar
                    }
                }
            )
        )
    }

    /// At most so many bytes, cut between characters.
    private static func cut(_ text: String, _ limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var (kept, bytes) = (String.UnicodeScalarView(), 0)
        for scalar in text.unicodeScalars {
            bytes += UTF8.width(scalar)
            if bytes > limit - 3 { break }
            kept.append(scalar)
        }
        return String(kept) + "…"
    }
}
