import Foundation
import Web

/// One thing that the install doctor has to say of a package, or of it on a visitor's phone.
struct InstallFinding: Codable, Sendable, Equatable {
    let word: InstallWord
    let grade: InstallGrade
    /// What is the matter.
    let sentence: Message
    /// What can be done about it.
    let advice: Message

    init(_ word: InstallWord, _ grade: InstallGrade, _ arguments: [String: String] = [:]) {
        self.word = word
        self.grade = grade
        sentence = Message("builds.finding.\(word.rawValue)", arguments)
        advice = Message("builds.advice.\(word.rawValue)", arguments)
    }
}

/// How bad a finding is.
enum InstallGrade: String, Codable, CaseIterable, Sendable {
    /// It cannot be installed.
    case stops
    /// It may not work, or only with something else to be done.
    case warns
    /// Looked at, and well.
    case fine
}

/// What a finding is about.
enum InstallWord: String, Codable, CaseIterable, Sendable {
    // The package.
    case bundle, notSigned, noProfile, storeOnly, profileExpired, profileEnding, certificateExpired, oldSignature, otherIdentifier
    // How it is handed out.
    case plainHTTP
    // The visitor's phone.
    case otherPlatform, tooOld, inApp, otherDevice, deviceMissing, deviceListed, deviceUnknown, deviceUnread
    // What is left to be done on it.
    case trust, developerMode, unknownSources, harmonyTools
}
