import Foundation

/// What says who asks. Shows itself without the secret, so that it cannot slip into a message.
public struct RemoteToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let secret: String

    /// - Throws: ``RemoteError/address(_:)`` for what cannot stand in a header.
    public init(_ secret: String) throws {
        guard secret.wholeMatch(of: #/[!-~]{1,500}/#) != nil else { throw RemoteError.address("the token is not one that a console made") }
        self.secret = secret
    }

    public var description: String { "RemoteToken" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
