import Foundation
import Signing
import TestSupport
import Testing
import Web

@testable import Console

struct CertificateBuildTests {
    @Test func aZipOfBothIsRead() async throws {
        try await CertificateRoom.run { room in
            let identity = try room.identity()
            let profile = try room.profile([identity.certificate], by: identity)
            let zip = try room.zip([("dist/dist.p12", identity.p12), ("dist/app.mobileprovision", profile), ("__MACOSX/dist/._dist.p12", [1])])
            let page = try await room.console.submit(
                "/apps/demo/build-certificates",
                [("platform", "ios"), ("password", CertificateRoom.password), ("alias", "企业发布")],
                file: "企业.zip",
                zip
            )
            #expect(page.status == .seeOther, "\(page.text)")
            let path = try #require(page.headers[.location])
            let view = try await room.console.api(.get, path).json(CertificateView.self)
            #expect(view.alias == "企业发布" && view.profile.value?.kind == .enterprise && view.teamId.value == "TEAM123456")
            #expect(view.worksUntil.value == view.profile.value?.expiresAt && view.daysLeft.value == 100 && view.endpoint.value == nil)
            #expect(view.fileName == "dist.p12")
            #expect(try await room.console.page(path).text.contains("Example In-House"))
            #expect(try await room.certificates.isUsable(view.id, of: "demo", on: .ios))
            #expect(try await !room.certificates.isUsable(view.id, of: "demo", on: .android))
        }
    }

    @Test func twoFilesAreAsGoodAndAndroidNeedsNoProfile() async throws {
        try await CertificateRoom.run { room in
            let identity = try room.identity()
            let profile = try room.profile([identity.certificate], by: identity)
            let answer = try await room.bring(.build, [("profile", "app.mobileprovision", profile), ("file", "dist.p12", identity.p12)])
            #expect(answer.status == .created)
            // Without a name of its own it is called as its profile is.
            #expect(try answer.json(CertificateView.self).alias == "Example In-House")
            let android = try await room.bring(
                .build,
                [("file", "store.p12", identity.p12)],
                [("platform", "android"), ("password", CertificateRoom.password)]
            )
            #expect(try android.json(CertificateView.self).profile.value == nil)
            let filtered = try await room.console.api(.get, "/apps/demo/build-certificates?platform=android").json(List<CertificateView>.self)
            #expect(filtered.total == 1 && filtered.items[0].alias == "发布证书")
        }
    }

    @Test func whatIsWrongIsNamedAndNothingIsKept() async throws {
        try await CertificateRoom.run { room in
            let (one, other) = (try room.identity(), try room.identity("iPhone Distribution: Other"))
            let good = try room.profile([one.certificate], by: one)
            var changed = good
            let place = try #require(changed.firstRange(of: Array("Example In-House".utf8)))
            changed[place.lowerBound] = UInt8(ascii: "X")
            let cases: [(String, [UInt8], String, String)] = [
                ("other.mobileprovision", try room.profile([other.certificate], by: one), "/profile", "is not for the certificate"),
                ("old.mobileprovision", try room.profile([one.certificate], days: -1, by: one), "/profile", "expired on"),
                ("empty.mobileprovision", try room.signed("no plist", by: one), "/profile", "holds no property list"),
                ("plain.mobileprovision", Array("<?xml version=\"1.0\"?><plist/>".utf8), "/profile", "is not signed"),
                ("cut.mobileprovision", Array(good.dropLast(9)), "/profile", "is not signed"),
                ("changed.mobileprovision", changed, "/profile", "was changed after it was signed"),
                ("second.p12", other.p12, "/profile", "is a second key beside dist.p12"),
            ]
            for (name, bytes, pointer, sentence) in cases {
                let answer = try await room.bring(.build, [("file", "dist.p12", one.p12), ("profile", name, bytes)])
                #expect(answer.status == .unprocessableContent && answer.text.contains(sentence) && answer.text.contains(name), "\(answer.text)")
                #expect(answer.text.contains(#""pointer":"\#(pointer)""#), "\(answer.text)")
            }
            #expect(try await room.bring(.build, [("file", "dist.p12", one.p12)]).text.contains("a provisioning profile belongs to dist.p12"))
            let stray = try await room.bring(.build, [("file", "a.zip", try room.zip([("readme.txt", [1])]))])
            #expect(stray.text.contains("a.zip holds neither a .p12 nor a .mobileprovision"))
            let broken = try await room.bring(.build, [("file", "b.zip", Array(try room.zip([("a.p12", one.p12)]).dropLast(30)))])
            #expect(broken.status == .unprocessableContent && broken.text.contains("/file"))
            #expect(try await room.count(.build) == 0)
            #expect(try await room.actions().isEmpty)
        }
    }

    @Test func theFormComesBackWithWhatWasWrong() async throws {
        try await CertificateRoom.run { room in
            let identity = try room.identity()
            let answer = try await room.console.submit(
                "/apps/demo/build-certificates",
                [("platform", "ios"), ("alias", "企业发布"), ("password", "not this one")],
                file: "dist.p12",
                identity.p12
            )
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("企业发布") && answer.text.contains("密码打不开 dist.p12") && !answer.text.contains("not this one"))
        }
    }
}
