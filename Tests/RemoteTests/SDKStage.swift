import Foundation
import Synchronization

@testable import Remote

/// A console with a catalogue, and a directory for the local SDK.
final class SDKStage: Sendable {
    struct Version: Sendable {
        var version: String
        var file: [UInt8]
        var notes = (zh: "", en: "")
        var needs = "{}"
        var state = "current"
        var bad: String?
        var replacement: String?
        var kind = "framework"
        /// What the catalogue says instead of the file's.
        var sha256: String?
    }

    let scratch: RemoteScratch
    private let modules: Mutex<[String: [Version]]>
    private let downloads = Mutex<[String]>([])

    /// Versions oldest first, as they came out.
    init(_ modules: [String: [Version]]) throws {
        scratch = try RemoteScratch()
        self.modules = Mutex(modules)
    }

    /// Paths of files that were asked for.
    var downloaded: [String] { downloads.withLock { $0.sorted() } }

    func publish(_ version: Version, of module: String) {
        modules.withLock { $0[module, default: []].append(version) }
    }

    func change(_ module: String, _ change: (inout Version) -> Void) {
        modules.withLock { change(&$0[module]![0]) }
    }

    /// - Parameter instead: answers other than the console's.
    func run(
        instead: @escaping @Sendable (RemoteServer.Asked) -> RemoteServer.Reply? = { _ in nil },
        _ test: @Sendable (SDK) async throws -> Void
    ) async throws {
        try await RemoteServer.run(
            { asked, _ in instead(asked) ?? self.answer(asked) },
            { server in
                try await test(SDK(.test(server), self.directory))
            }
        )
    }

    var directory: SDKDirectory { SDKDirectory(scratch.file("sdk"), .ios, environment: [:]) }

    private func answer(_ asked: RemoteServer.Asked) -> RemoteServer.Reply {
        let parts = asked.path.split(separator: "/").map(String.init)
        let modules = modules.withLock { $0 }
        switch parts.count {
        case 3: return .json(list(modules, asked))
        case 4: return modules[parts[3]].map { .json(document(parts[3], $0)) } ?? .json(#"{"detail":"Nothing is there."}"#, status: 404)
        default:
            downloads.withLock { $0.append(asked.path) }
            guard let version = modules[parts[3]]?.first(where: { $0.version == parts[6] }) else { return .json("{}", status: 404) }
            return .file(version.file, etag: "\"\(version.file.sha256)\"", to: asked)
        }
    }

    /// Two on a page, so that there are several.
    private func list(_ modules: [String: [Version]], _ asked: RemoteServer.Asked) -> String {
        let all = modules.keys.sorted()
        let start = asked.uri.split(separator: "cursor=").dropFirst().first.flatMap { Int($0) } ?? 0
        let page = all[start...].prefix(2).map { item($0, modules[$0] ?? []) }
        let next = start + 2 < all.count ? "\"\(start + 2)\"" : "null"
        return #"{"items":[\#(page.joined(separator: ","))],"next":\#(next),"total":\#(all.count)}"#
    }

    private func item(_ name: String, _ versions: [Version]) -> String {
        let offered = versions.last { $0.state != "withdrawn" && $0.bad == nil } ?? versions[versions.count - 1]
        let place = #"{"platform":"ios","latest":"\#(offered.version)","state":"\#(offered.state)","bad":\#(offered.bad != nil)}"#
        return #"""
            {"name":"\#(name)","group":"network","title":{"zh":"","en":""},"version":"\#(offered.version)","sha256":"\#(offered.digest)",
            "size":\#(offered.file.count),"kind":"\#(offered.kind)","download":"/api/v1/modules/\#(name)/versions/ios/\#(offered.version)/artifact",
            "platforms":[\#(place)],"later":[1]}
            """#
    }

    private func document(_ name: String, _ versions: [Version]) -> String {
        let texts = versions.reversed().map { version in
            #"""
            {"module":"\#(name)","platform":"ios","version":"\#(version.version)","notes":{"zh":"\#(version.notes.zh)","en":"\#(version.notes.en)"},
            "needs":\#(version.needs),"artifact":{"sha256":"\#(version.digest)","size":\#(version.file.count),"kind":"\#(version.kind)"},
            "state":"\#(version.state)","replacement":\#(quoted(version.replacement)),"reason":"",
            "bad":\#(version.bad.map { #"{"reason":"\#($0)","at":"2026-01-01T00:00:00Z","by":"a"}"# } ?? "null")}
            """#
        }
        let description = #"{"zh":"对NSURLRequest的封装。","en":"Encapsulation of NSURLRequest."}"#
        return #"{"name":"\#(name)","description":\#(description),"versions":[\#(texts.joined(separator: ","))]}"#
    }

    private func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
}

extension SDKStage.Version {
    fileprivate var digest: String { sha256 ?? file.sha256 }

    /// A framework that says which version it is.
    static func framework(_ module: String, _ version: String) -> SDKStage.Version {
        SDKStage.Version(
            version: version,
            file: StoredZip.make([
                ("\(module).framework/\(module)", "code of \(version)"), ("\(module).framework/Headers/\(module).h", "// \(version)"),
                ("\(module).bundle/icon.png", "picture of \(version)"),
            ])
        )
    }
}
