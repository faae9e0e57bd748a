import Foundation
import MainSiteClient
import Testing

/// The example of the README, word for word: it has to compile, and to be that.
@Suite struct HotpatchReadmeTests {
    @Test func theReadmeHasThisExample() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let example = try #require(source.components(separatedBy: "// example\n").last)
        #expect(readme.contains(example))
    }
}

protocol ScriptEngine: Sendable {
    func run(_ script: String) throws
    func reset()
}

// example
func patch(_ site: MainSite, publicKey: String, engine: any ScriptEngine) async throws {
    // Before `wake`: runs the patch that was fetched in an earlier run, if it is signed with the key.
    await site.hotpatches.start(keys: [try HotpatchKey(pem: publicKey)]) { script in
        try engine.run(script.text)
    } rollBack: { _ in
        engine.reset()
    }
    await site.wake(.coldStart)
}
