#include <zip.h>

// sync_file_range(2), which <fcntl.h> has for _GNU_SOURCE only: has the disk begin to write these bytes of a file.
int sync_file_range(int descriptor, long from, long count, unsigned int flags);

static inline void zip_begin_writing(int descriptor, long from, long count) {
    const unsigned int SYNC_WRITE = 2; // SYNC_FILE_RANGE_WRITE
    (void)sync_file_range(descriptor, from, count, SYNC_WRITE);
}
