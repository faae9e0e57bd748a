import Formats
import Foundation
import Web

/// A report as it was read and named, as JSON; the page and the text are made of it.
///
/// Addresses are `0x` and hexadecimal digits, for JSON's numbers lose the last of 64 bits. Texts are empty where the report says nothing.
struct CrashReadingBody: Codable, Sendable {
    let id: String
    /// Why it cannot be read: `empty`, `unknown`, `tooLarge`, `malformed` or `noCrash`; null for one that is.
    let problem: OrNull<String>
    /// As in the report's `format`.
    let format: String
    let exception: Exception
    /// What the app's language threw, the uncaught exception first.
    let thrown: [Thrown]
    /// The one that crashed first.
    let threads: [Thread]
    /// Of the crashed thread.
    let registers: [Register]
    let images: [Image]
    let app: Place
    let device: Device
    let termination: Termination
    let abortMessage: String
    let information: [String]
    /// What the app's own tool says besides, as Sentry's SDKs do; null for reports of the system.
    let event: OrNull<Event>
    /// What would name frames of the app, if somebody brought it.
    let missing: [Missing]
    /// Whether this server can look addresses up at all.
    let symbolizer: Bool
    /// How much is left out beyond what is read of one report.
    let cut: CrashReport.Cut

    struct Exception: Codable, Sendable {
        let type: String
        let signal: String
        let codes: String
        let subtype: String
        let address: OrNull<String>
    }

    struct Thrown: Codable, Sendable {
        let type: String
        let message: String
        let relation: CrashReport.Relation
        /// Which of `thrown` it was the cause of or suppressed by.
        let parent: OrNull<Int>
        let frames: [Frame]
        /// How many more there are, the same as the last ones of its parent.
        let commonFrames: Int
        /// It stands in the chain already.
        let circular: Bool
    }

    struct Thread: Codable, Sendable {
        /// As the report counts them.
        let number: Int
        let name: String
        let queue: String
        let crashed: Bool
        let frames: [Frame]
    }

    struct Frame: Codable, Sendable {
        /// Of a native frame the program or library.
        let module: String
        /// With its class, in Java; empty when nobody knows.
        let function: String
        let file: String
        let line: OrNull<Int>
        let address: OrNull<String>
        /// From the start of the image.
        let offset: OrNull<String>
        /// Whether it is the app's own, by the app's module rules.
        let inApp: Bool
        /// A call that the compiler wrote into the next frame.
        let inlined: Bool
    }

    struct Register: Codable, Sendable {
        let name: String
        let value: String
    }

    struct Image: Codable, Sendable {
        let name: String
        let path: String
        let base: OrNull<String>
        let size: OrNull<String>
        let architecture: String
        let buildId: String
        let version: String
        /// Whether symbols of it are here.
        let symbols: Bool
    }

    /// What was running.
    struct Place: Codable, Sendable {
        let identifier: String
        let version: String
        let build: String
        let process: String
        let parent: String
    }

    struct Device: Codable, Sendable {
        let model: String
        let system: String
        let architecture: String
    }

    struct Termination: Codable, Sendable {
        let namespace: String
        let code: OrNull<String>
        let reason: String
        let process: String
    }

    struct Event: Codable, Sendable {
        /// As `fatal` or `error`.
        let level: String
        let message: String
        let logger: String
        let environment: String
        let release: String
        /// The page or the operation that it happened in.
        let transaction: String
        /// What wrote the event.
        let tool: String
        let tags: [Fact]
        let contexts: [Fact]
        /// Oldest first.
        let breadcrumbs: [Breadcrumb]
    }

    struct Fact: Codable, Sendable {
        let name: String
        let value: String
    }

    struct Breadcrumb: Codable, Sendable {
        let time: OrNull<Date>
        let type: String
        let category: String
        let level: String
        let message: String
        let data: [Fact]
    }

    struct Missing: Codable, Sendable {
        /// Empty where only the version is known.
        let uuid: String
        let kind: SymbolKind
        let name: String
        let architecture: String
        /// Of the app.
        let version: String
    }
}
