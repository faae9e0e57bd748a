import Foundation
import Mustache

/// A value as templates see it: knows how its reader wants it written.
struct ViewValue: MustacheTransformable, MustacheCustomRenderable, MustacheParent {
    let value: Leaf
    let formatter: Formatter
    let words: Catalogue.Words

    enum Leaf {
        case null
        case text(String)
        case number(Double)
        case date(Date)
    }

    var renderText: String {
        switch value {
        case .null: ""
        case .text(let text): text
        case .number(let number): number.rounded() == number && abs(number) < 1e18 ? String(Int64(number)) : String(number)
        case .date(let date): formatter.datetime(date)
        }
    }

    var isNull: Bool {
        if case .null = value { true } else { false }
    }

    /// A leaf has no members. Without this, swift-mustache would find its stored properties: `{{value}}` inside `{{#code}}…{{/code}}`.
    func child(named: String) -> Any? { nil }

    /// `{{percent(rate)}}` and the like; every name is also in `ViewValue.transforms`.
    func transform(_ name: String) -> Any? {
        switch value {
        case .null: name == "query" ? "" : "-"
        case .number(let number): transform(number, name)
        case .date(let date): transform(date, name)
        case .text(let text): name == "query" ? HTML.percentEncode(text) : words.label(name, text) ?? text
        }
    }

    private func transform(_ number: Double, _ name: String) -> String {
        switch name {
        case "number": formatter.number(number)
        case "short": formatter.short(number)
        case "percent": formatter.percent(number)
        case "bytes": formatter.bytes(number)
        case "milliseconds": formatter.milliseconds(number)
        default: words.label(name, renderText) ?? renderText
        }
    }

    private func transform(_ date: Date, _ name: String) -> String {
        switch name {
        case "date": formatter.date(date)
        case "minute": formatter.minute(date)
        case "short": formatter.short(date)
        case "iso": formatter.iso(date)
        case "ago": ago(date)
        default: formatter.datetime(date)
        }
    }

    private func ago(_ date: Date) -> String {
        let seconds = Int(formatter.now.timeIntervalSince(date))
        switch seconds {
        case ..<0: return formatter.datetime(date)
        case ..<60: return words["web.ago.now"]
        case ..<3_600: return words[Message("web.ago.minutes", ["count": "\(seconds / 60)"])]
        case ..<86_400: return words[Message("web.ago.hours", ["count": "\(seconds / 3_600)"])]
        default: return formatter.datetime(date)
        }
    }

    static let transforms: Set = [
        "number", "short", "percent", "bytes", "milliseconds", "datetime", "date", "minute", "iso", "ago", "query",
    ]
}

/// HTML that was made by the console itself goes into a page as it is.
extension SafeHTML: MustacheCustomRenderable, MustacheParent {
    public var renderText: String { html }
    public var isNull: Bool { false }
    public func child(named: String) -> Any? { nil }
}
