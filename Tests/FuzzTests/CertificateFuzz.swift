import Foundation
import Signing

/// What `script/fuzz` feeds with bytes of libFuzzer's invention: everything that reads certificates and keys, most of it by OpenSSL. The first byte says
/// which; see `certificates` in `script/fuzz` for the first corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
    guard let first = bytes.first else { return 0 }
    readers[Int(first) % readers.count](Array(bytes.dropFirst()))
    return 0
}

/// By the digits that the corpus begins with: `0` is a multiple of four.
private let readers: [@Sendable ([UInt8]) -> Void] = [certificate, message, keys, store]

private func certificate(_ bytes: [UInt8]) {
    guard let certificate = try? X509Certificate(der: bytes) else { return }
    // The extension that Apple's push certificates name their topics in.
    _ = certificate.value(ofExtension: "1.2.840.113635.100.6.3.6")
    precondition(certificate.chain(among: [certificate]).count <= 2)
}

private func message(_ bytes: [UInt8]) {
    _ = try? CMS.content(of: bytes)
    _ = try? CMS.certificates(of: bytes)
}

private func keys(_ bytes: [UInt8]) {
    _ = try? PrivateKey(der: bytes)
    _ = try? PrivateKey(pem: bytes, password: "secret")
    _ = try? PublicKey(pem: bytes)
    precondition(PEM.blocks(in: bytes).count <= 32)
}

private func store(_ bytes: [UInt8]) {
    _ = try? PKCS12(der: bytes, password: "secret")
}
