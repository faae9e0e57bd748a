import Foundation
import NIOCore
import NIOSSL

extension Settings {
    /// Why the console cannot listen, in a sentence that names the setting to change.
    /// - Returns: the error itself when it is about something else.
    public func explained(_ error: any Error) -> any Error {
        switch error {
        case is NIOSSLError:
            return SettingsError("tls-certificate", "\(tlsCertificate ?? "") or tls-key \(tlsKey ?? "") cannot be read: PEM files are expected")
        case is SocketAddressError.UnknownHost:
            return SettingsError("hostname", "\(hostname) is no address of this machine")
        case SocketAddressError.unixDomainSocketPathTooLong:
            return SettingsError("unix-socket", "is too long, or data, in which console.sock is made: a socket's path has at most 107 bytes")
        case let error as IOError where "\(error)".hasPrefix("bind("):
            let reason = String(cString: strerror(error.errnoCode))
            guard let unixSocket else { return SettingsError("port", "\(port) of \(hostname) cannot be listened on: \(reason)") }
            return SettingsError("unix-socket", "\(unixSocket) cannot be listened on: \(reason)")
        default: return error
        }
    }
}
