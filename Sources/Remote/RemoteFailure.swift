import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix

/// What a network said, in a few words.
enum RemoteFailure {
    static func words(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError: error.shortDescription.lowercasedFirst
        case let error as NIOConnectionError: words(error)
        case let error as IOError: String(cString: strerror(error.errnoCode)).lowercasedFirst
        default: "the connection failed (\(type(of: error)))"
        }
    }

    private static func words(_ error: NIOConnectionError) -> String {
        if error.dnsAError != nil || error.dnsAAAAError != nil { return "there is no host \(error.host)" }
        return error.connectionErrors.first.map { words($0.error) } ?? "no connection"
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
