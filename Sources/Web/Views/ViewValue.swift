import Foundation
import Mustache

/// A value as templates see it: knows how its reader wants it written.
struct ViewValue: MustacheTransformable, MustacheCustomRenderable, MustacheParent {
    let value: Leaf
    let formatter: ReaderFormatter

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

    /// What a section takes for nothing, see ``Views``.
    var isNull: Bool {
        switch value {
        case .null: true
        case .text(let text): text.isEmpty
        case .number, .date: false
        }
    }

    /// A leaf has no members. Without this, swift-mustache would find its stored properties: `{{value}}` inside `{{#code}}…{{/code}}`.
    func child(named: String) -> Any? { nil }

    /// `{{percent(rate)}}` and the like; every name is also in `ViewValue.transforms`.
    func transform(_ name: String) -> Any? {
        switch value {
        case .null: name == "query" ? "" : "-"
        case .number(let number): transform(number, name)
        case .date(let date): transform(date, name)
        case .text(let text): name == "query" ? PercentEncoding.encode(text) : formatter.words.label(name, text) ?? text
        }
    }

    private func transform(_ number: Double, _ name: String) -> String {
        switch name {
        case "number": formatter.number(number)
        case "short": formatter.short(number)
        case "percent": formatter.percent(number)
        case "bytes": formatter.bytes(number)
        case "milliseconds": formatter.milliseconds(number)
        default: formatter.words.label(name, renderText) ?? renderText
        }
    }

    private func transform(_ date: Date, _ name: String) -> String {
        switch name {
        case "date": formatter.date(date)
        case "minute": formatter.minute(date)
        case "short": formatter.short(date)
        case "iso": formatter.iso(date)
        case "ago": formatter.ago(date)
        default: formatter.datetime(date)
        }
    }

    static let transforms: Set = [
        "number", "short", "percent", "bytes", "milliseconds", "datetime", "date", "minute", "iso", "ago", "query",
    ]
}

/// HTML that was made by the console itself goes into a page as it is.
extension SafeHTML: MustacheCustomRenderable, MustacheParent {
    public var renderText: String { html }
    public var isNull: Bool { html.isEmpty }
    public func child(named: String) -> Any? { nil }
}
