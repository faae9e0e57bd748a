import Testing

@testable import Console

struct InstallVisitorTests {
    private static let phones: [(String, InstallSystem, String?)] = [
        (InstallAgents.android, .android, "34"), (InstallAgents.iPhone, .ios, "17.5.1"), (InstallAgents.harmony, .harmony, "17"),
        (InstallAgents.desktop, .desktop, nil), ("", .desktop, nil),
        // Safari says 18_6 of every later iOS.
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.1 Mobile/15E148 Safari/604.1", .ios, "26.1"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1", .ios, "18.6"),
        // Chrome tells no version of Android.
        ("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36", .android, nil),
        // HarmonyOS 2 to 4 runs Android's packages.
        ("Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) AppleWebKit/537.36 HuaweiBrowser/14.0 Mobile Safari/537.36", .android, "32"),
        ("Mozilla/5.0 (iPad; CPU OS 16_1 like Mac OS X) Version/16.1 Mobile/15E148 Safari/604.1", .ios, "16.1"),
        ("Mozilla/5.0 (Linux; Android 16; X) Chrome/140 Mobile", .android, "36"),
        // Whoever writes such numbers gets some answer.
        ("Mozilla/5.0 (Linux; Android 9223372036854775807; X) Mobile", .android, "9243"),
        ("Mozilla/5.0 (Phone; OpenHarmony 5.9223372036854775807) Mobile", .harmony, "19"),
    ]

    @Test(arguments: phones)
    func phonesAreKnown(agent: String, system: InstallSystem, version: String?) {
        let visitor = InstallVisitor(userAgent: agent)
        #expect(visitor.system == system && visitor.version == version)
    }

    @Test(arguments: [
        (InstallAgents.wechat, InstallApp.wechat), (InstallAgents.android + " V1_AND_SQ_9.0.60_6478 QQ/9.0.60.17095", .qq),
        (InstallAgents.android + " AliApp(DingTalk/7.5.20) com.alibaba.android.rimet", .dingtalk),
        (InstallAgents.android + " Weibo (Xiaomi-2201123C__weibo__14.6.0__android)", .weibo),
        (InstallAgents.iPhone + " NebulaSDK/1.8.100112 Nebula AliApp(AP/10.6.20) AlipayClient/10.6.20", .alipay),
    ])
    func appsWithABrowserInThemAreKnown(agent: String, app: InstallApp) {
        #expect(InstallVisitor(userAgent: agent).inApp == app)
    }

    @Test func browsersAreNone() {
        for agent in [InstallAgents.android, InstallAgents.iPhone, InstallAgents.android + " MQQBrowser/15.1"] {
            #expect(InstallVisitor(userAgent: agent).inApp == nil)
        }
    }

    @Test func theVisitorMayKnowBetter() {
        let visitor = InstallVisitor(userAgent: InstallAgents.desktop, chosen: .ios)
        #expect(visitor.system == .ios && visitor.version == nil && visitor.device.isEmpty)
        #expect(InstallVisitor(userAgent: InstallAgents.iPhone, chosen: .ios).version == "17.5.1")
    }
}
