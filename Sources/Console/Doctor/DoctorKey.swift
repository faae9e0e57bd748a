import Foundation
import Signing
import Storage

/// The key of the installation, and where large things are.
extension Doctor {
    func key() async -> [DoctorFinding] {
        let path = settings.keyFile
        let check = try? await database?.read { try $0.keyCheck() }
        guard FileManager.default.fileExists(atPath: path) else {
            guard check != nil else { return [.ok("key", "there is no key yet: the first start makes \(path)")] }
            return [
                .fail(
                    "key",
                    "there is no key file \(path); what it sealed cannot be read without it",
                    "copy secret.key from another node, or from where it was kept, to \(path); chmod 600"
                )
            ]
        }
        guard let check else { return [.ok("key", "\(path) is there; no database to hold it against")] }
        guard NodeInstallation.belongs(path, to: check) else {
            return [
                .fail(
                    "key",
                    "\(path) is not the key of this database's installation, or cannot be read",
                    "copy the right secret.key to \(path); chmod 600"
                )
            ]
        }
        return [.ok("key", "\(path) is the installation's", note: "keep a copy apart from the backups: they hold it only when asked to")]
    }

    /// Puts a few bytes, reads them and removes them again.
    func objects() async -> DoctorFinding {
        let name = "objects"
        // Asking would make it.
        guard !settings.objects.hasPrefix(settings.data) || FileManager.default.fileExists(atPath: settings.data) else {
            return .warn(name, "\(settings.objects) is not there yet", "console serve makes it")
        }
        do {
            let blobs = try settings.openBlobs()
            let probe = Array("console doctor \(Random.hex(16))".utf8)
            let id = try await blobs.put(probe)
            let read = try await blobs.read(id)
            try await blobs.remove(id)
            guard read == probe else { return .fail(name, "\(settings.objects) gives back something else than was put", "do not use this store") }
            return .ok(name, "\(settings.objects) takes, gives and removes")
        } catch {
            return .fail(
                name,
                "\(error)",
                "check --objects, CONSOLE_S3_ACCESS_KEY and CONSOLE_S3_SECRET_KEY, and that the store can be reached from here"
            )
        }
    }
}
