import Foundation
import Signing

@testable import Console

/// What `script/fuzz` feeds with bytes of libFuzzer's invention: what reads packages of patches. The first byte says which part of it, as the signature
/// keeps most inventions from the parts behind it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
    guard let first = bytes.first else { return 0 }
    readers[Int(first) % readers.count](Array(bytes.dropFirst()))
    return 0
}

/// By the digits that the corpus begins with: `0` is a multiple of four.
private let readers: [@Sendable ([UInt8]) -> Void] = [package, archives, notes, script]

private let key = HotpatchSigningKey(PrivateKey.make())!

/// Nobody has signed what is invented here.
private func package(_ bytes: [UInt8]) {
    let verified = try? HotpatchPackage.verify(bytes, publicKeys: [key.publicKey], appSecret: "0123456789abcdef0123456789abcdef")
    precondition(verified == nil)
}

private func archives(_ bytes: [UInt8]) {
    guard let files = try? HotpatchPackageArchive.read(bytes, "manifest.json", "script") else { return }
    precondition(files.note.count <= HotpatchPackageLimits.note && files.script.count <= HotpatchPackageLimits.script + 32)
}

/// What is read has one form only.
private func notes(_ bytes: [UInt8]) {
    if let header = HotpatchPackageHeader(bytes) { precondition(header.bytes == bytes) }
    if let manifest = HotpatchPackageManifest(bytes) { precondition(manifest.bytes == bytes) }
}

/// Packed and read again.
private func script(_ bytes: [UInt8]) {
    let nonce = [UInt8](repeating: 0, count: 12)
    let secret = "0123456789abcdef0123456789abcdef"
    let made = try? HotpatchPackage.pack(bytes, .lua, format: .sealed, release: "r", key: key, appSecret: secret, nonce: nonce)
    guard let made else { return precondition(bytes.isEmpty) }
    let found = try? HotpatchPackage.verify(made.bytes, publicKeys: [key.publicKey], appSecret: secret)
    precondition(found?.script == bytes)
}
