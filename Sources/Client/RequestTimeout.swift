import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// A `GET` that fails after some seconds without any progress.
    ///
    /// On Linux, Foundation (Swift 6.3) keeps to a timeout only when it is set as a property, and cuts it to whole seconds: a half would be none.
    init(_ url: URL, timeout: TimeInterval) {
        self.init(url: url)
        timeoutInterval = max(1, timeout.rounded(.up))
    }
}
