import Foundation
import MainSiteClient
import Testing

/// The example of the README, word for word: it has to compile, and to be that.
@Suite struct PushReadmeTests {
    @Test func theReadmeHasThisExample() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let example = try #require(source.components(separatedBy: "// example\n").last)
        #expect(readme.contains(example))
    }
}

// example
func listen(_ site: MainSite, deviceToken: Data) async {
    // At every start, with the token that the system hands over; `site.user` is told along with it, also when it changes.
    await site.push.register(PushRegistration(apns: deviceToken, environment: .production))
    // Only for users who agreed that support may fetch the log; `stop()` when one takes it back.
    await site.diagnosis.start()
    site.deviceLog.write(.info, "start", "the app came up")
}

/// For `application(_:didReceiveRemoteNotification:)`, also silent ones: counts the message as arrived, and sees to a diagnosis task.
func receive(_ notice: PushNotice, _ site: MainSite, isOpened: Bool) async {
    await site.received(notice)
    if isOpened { await site.push.report(.opened, message: notice.messageId) }
}
