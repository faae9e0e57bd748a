import Testing

@testable import Formats

struct CrashHarmonyTests {
    private static let native = """
        Device info:ALN-AL00
        Build info:ALN-AL00 5.0.0.102(SP6C00E73R4P9)
        Fingerprint:1d9f0c3b7a2e4856
        Module name:com.example.hall
        Version:1.4.1
        VersionCode:1050000
        Foreground:Yes
        Timestamp:2026-11-21 10:00:00.250+0800
        Pid:19832
        Process name:com.example.hall
        Reason:Signal:SIGSEGV(SEGV_MAPERR)@0x0000000000000018
        Fault thread info:
        Tid:19840, Name:decoder
        #00 pc 000000000001c3d8 /data/storage/el1/bundle/libs/arm64/libscan.so(scan::Decoder::Feed(scan::Frame const&)+412)(c41e7d0a92b35f68d7e6a5b4c3d2e1f0)
        #01 pc 00000000000092d4 /data/storage/el1/bundle/libs/arm64/libscan.so(c41e7d0a92b35f68d7e6a5b4c3d2e1f0)
        #02 pc 00000000000342cc /system/lib64/libnative_image.so(OHOS::Listener::OnBuffer()+96)(20b7c9d1e3f54a6897860594a3b2c1d0)
        #03 at updateFunc (entry|entry|1.0.0|src/main/ets/pages/OrderList.ets:139:13)
        Registers:
        x0:0000000000000000 x1:0000000000004d78
        Other thread info:
        Tid:19832, Name:main
        #00 pc 00000000000f8a14 /system/lib/ld-musl-aarch64.so.1(raise+228)
        Maps:
        5ab3c48000-5ab3c4a000 r--p 00000000 /system/bin/appspawn
        """

    @Test func nativeCodeIsRead() throws {
        let report = try CrashReport.read(Array(Self.native.utf8))
        #expect(report.format == .harmony && report.time == 1_795_226_400_250 && report.isForeground == true)
        #expect(report.app.identifier == "com.example.hall" && report.app.version == "1.4.1" && report.app.processID == 19832)
        #expect(report.device.model == "ALN-AL00" && report.incident == "1d9f0c3b7a2e4856")
        #expect(report.exception.name == "SIGSEGV" && report.exception.codes == "SEGV_MAPERR" && report.exception.address == 0x18)
        #expect(report.threads.map(\.number) == [19840, 19832] && report.threads.map(\.isCrashed) == [true, false])
        let frames = report.threads[0].frames
        #expect(frames.map(\.symbol) == ["scan::Decoder::Feed(scan::Frame const&)", "", "OHOS::Listener::OnBuffer()", "updateFunc"])
        #expect(frames[0].symbolOffset == 412 && frames[0].offset == 0x1C3D8 && frames[0].module == "libscan.so")
        #expect(report.images.map(\.buildID).prefix(2) == ["c41e7d0a92b35f68d7e6a5b4c3d2e1f0", "20b7c9d1e3f54a6897860594a3b2c1d0"])
        #expect(frames[0].image == 0 && frames[1].image == 0 && frames[3].file == "src/main/ets/pages/OrderList.ets" && frames[3].line == 139)
        #expect(report.registers.map(\.name) == ["x0", "x1"] && report.registers[1].value == 0x4D78)
        let key = CrashGrouping().group(Array(Self.native.utf8), report)
        #expect(key.culprit == "scan::Decoder::Feed(scan::Frame const&) (libscan.so)" && key.type == "SIGSEGV")
    }

    @Test func scriptsAreRead() throws {
        let text = """
            Device info:ALN-AL00
            Module name:com.example.hall
            Reason:TypeError
            Error name:TypeError
            Error message:Cannot read property lines of undefined
            Stacktrace:
                at anonymous (entry|entry|1.0.0|src/main/ets/model/OrderModel.ets:83:28)
                at forEachUpdateFunction (stateMgmt.js:1845:9)
                at refresh entry (src/main/ets/pages/OrderList.ts:62:7)
            """
        let report = try CrashReport.read(Array(text.utf8))
        let thrown = try #require(report.thrown.first)
        #expect(thrown.type == "TypeError" && thrown.message == "Cannot read property lines of undefined")
        #expect(thrown.frames.map(\.line) == [83, 1845, 62] && thrown.frames.map(\.isInApp) == [true, false, true])
        let key = CrashGrouping().group(Array(text.utf8), report)
        #expect(key.title == "TypeError: Cannot read property lines of undefined")
        #expect(key.lines.filter(\.isTaken).map(\.key) == ["TypeError", "OrderModel.anonymous", "OrderList.refresh"])
        // Another device of another version.
        let other = text.replacing("ALN-AL00", with: "BLK-AL80").replacing("83:28", with: "84:28")
        #expect(CrashGrouping().group([], try CrashReport.read(Array(other.utf8))).fingerprint == key.fingerprint)
        let summary = CrashSummary(Array(text.utf8))
        #expect(summary.title == key.title && summary.culprit == key.culprit && summary.format == .harmony)
    }

    @Test func cutAnywhereItIsReadAsFarAsItGoes() {
        let bytes = Array(Self.native.utf8)
        for length in stride(from: 0, to: bytes.count, by: 7) {
            let report = try? CrashReport.read(Array(bytes.prefix(length)))
            #expect(length < 12 || report?.format == .harmony, "\(length)")
        }
    }

    /// Found by the fuzzer.
    @Test func noFramePointsAtAnImageThatWasLeftOut() throws {
        var limits = CrashReadLimits()
        limits.images = 1
        let report = try CrashReport.read(Array(Self.native.utf8), limits: limits)
        #expect(report.images.count == 1 && report.cut.images == 2)
        #expect(report.threads.flatMap(\.frames).compactMap(\.image) == [0, 0])
    }
}
