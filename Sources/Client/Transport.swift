import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends one request and gives the whole answer, or throws if there was none. An answer of any status is an answer.
public typealias Send = @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)

/// The ways of sending that come with the library.
public enum Transport {
    /// Foundation's, over the shared session.
    public static let urlSession: Send = { request in
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return (data, response)
    }
}
