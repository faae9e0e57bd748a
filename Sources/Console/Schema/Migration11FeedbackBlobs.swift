import Storage

extension Schema {
    static let feedbackBlobs = Migration(
        11,
        "feedback blobs",
        """
        -- Pictures are blobs now, by their sha256 (consoles before this one kept them at feedback/<app>/<sha256>.png in the data directory; none of
        -- those was released). Apps may share one: who deletes an app asks whether another still needs it.
        CREATE INDEX feedback_image_blob ON feedback_image (sha256);
        """
    )
}
