import Foundation
import Testing
import Web

@testable import Console

/// What can be wrong with needs by themselves.
struct ModuleNeedsTests {
    private func rejections(_ json: String, on platform: Platform = .ios) throws -> [String: String] {
        let needs = try JSONDecoder().decode(ModuleNeeds.self, from: Data(json.utf8))
        let all = ModuleNeedsCheck(needs, of: "MPLog", on: platform).rejections
        return Dictionary(all.map { ($0.field, $0.message.key) }) { first, _ in first }
    }

    @Test func whatIsUsualIsRight() throws {
        let usual = #"""
            {"dependencies":[{"module":"MPDataCenter","versions":">=1.0 <2"},{"module":"MPCryptKit"}],"conflicts":[{"module":"MPOther"}],
            "systemFrameworks":["CoreTelephony.framework","libz.tbd","libc++.dylib","libsqlite3.0.tbd"],"licence":"Apache-2.0 OR (MIT AND Zlib)",
            "thirdParty":[{"name":"SDWebImage","version":"5.18","licence":"MIT","included":true}],"linkerFlags":["-ObjC","-lc++","-framework UIKit"],
            "minimumOS":"12.0","maximumOS":"18"}
            """#
        #expect(try rejections(usual) == [:])
        #expect(try rejections("{}") == [:])
        #expect(try rejections(#"{"systemFrameworks":["ohos.permission.INTERNET"],"minimumOS":"12"}"#, on: .harmony) == [:])
    }

    @Test(arguments: [
        (#"{"dependencies":[{"module":"MPLog"}]}"#, "needs.dependencies.0.module", "modules.dependency.self"),
        (#"{"dependencies":[{"module":"mplog"}]}"#, "needs.dependencies.0.module", "modules.dependency.self"),
        (#"{"dependencies":[{"module":"A1"},{"module":"a1","versions":">2"}]}"#, "needs.dependencies.1.module", "modules.dependency.twice"),
        (#"{"dependencies":[{"module":"../A"}]}"#, "needs.dependencies.0.module", "modules.partner.invalid"),
        (#"{"dependencies":[{"module":"A1","versions":"about 2"}]}"#, "needs.dependencies.0.versions", "modules.range.invalid"),
        (#"{"conflicts":[{"module":"MPLog"}]}"#, "needs.conflicts.0.module", "modules.conflict.self"),
        (#"{"conflicts":[{"module":"A1"},{"module":"A1"}]}"#, "needs.conflicts.1.module", "modules.conflict.twice"),
        (#"{"systemFrameworks":["CoreTelephony"]}"#, "needs.systemFrameworks.0", "modules.framework.invalid"),
        (#"{"systemFrameworks":["../x.framework"]}"#, "needs.systemFrameworks.0", "modules.framework.invalid"),
        (#"{"systemFrameworks":["libz.tbd","libz.tbd"]}"#, "needs.systemFrameworks.1", "modules.entry.twice"),
        (#"{"thirdParty":[{"name":""}]}"#, "needs.thirdParty.0.name", "web.required"),
        (#"{"thirdParty":[{"name":"A"},{"name":"a"}]}"#, "needs.thirdParty.1.name", "modules.thirdParty.twice"),
        (#"{"thirdParty":[{"name":"A","licence":"gpl v2"}]}"#, "needs.thirdParty.0.licence", "modules.licence.meant"),
        (#"{"licence":""}"#, "needs.licence", "modules.licence.none"),
        (#"{"licence":"MIT AND"}"#, "needs.licence", "modules.licence.invalid"),
        (#"{"licence":"Apache License, Version 2.0"}"#, "needs.licence", "modules.licence.meant"),
        (#"{"linkerFlags":["ObjC"]}"#, "needs.linkerFlags.0", "modules.flag.invalid"),
        (#"{"linkerFlags":["-l$(rm)"]}"#, "needs.linkerFlags.0", "modules.flag.invalid"),
        (#"{"linkerFlags":["-a\n-b"]}"#, "needs.linkerFlags.0", "modules.text.line"),
        (#"{"minimumOS":"twelve"}"#, "needs.minimumOS", "modules.system.invalid"),
        (#"{"minimumOS":"12","maximumOS":"9.3"}"#, "needs.maximumOS", "modules.system.order"),
    ])
    func whatIsWrongIsNamed(json: String, field: String, key: String) throws {
        #expect(try rejections(json) == [field: key])
    }

    @Test func aModuleNeedsTwoHundredOthersAtMost() throws {
        let many = (0...200).map { #"{"module":"A\#($0)b"}"# }.joined(separator: ",")
        #expect(try rejections(#"{"dependencies":[\#(many)]}"#) == ["needs.dependencies": "modules.many"])
    }

    @Test(arguments: [
        ("apache 2", "Apache-2.0"), ("GPLv3", "GPL-3.0-only"), ("The MIT License", "MIT"), ("BSD", "BSD-3-Clause"),
        ("proprietary", "LicenseRef-Proprietary"),
    ])
    func aLicenceIsCalledAsSPDXDoes(text: String, meant: String) {
        #expect(ModuleLicenceSpelling.rejections("licence", text) == [Rejection("licence", "modules.licence.meant", ["meant": meant])])
    }

    @Test(arguments: [
        "MIT", "mit", "Apache-2.0", "X11", "GPL-2.0-only WITH Classpath-exception-2.0", "LicenseRef-Ours", "Zlib AND (MIT OR BSD-3-Clause)",
    ])
    func whatIsRightStays(text: String) {
        #expect(ModuleLicenceSpelling.rejections("licence", text).isEmpty)
    }
}
