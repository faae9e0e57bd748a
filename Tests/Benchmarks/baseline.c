// The yardstick for uploads: a plain SQLite bulk insert. One table without indices, one thread, WAL, synchronous FULL,
// transactions of 10,000 rows, one prepared statement. Reading and splitting the lines happens before the clock starts,
// in favour of the yardstick.
//
//     baseline LINES DATABASE ROWS     prints rows per second; the lines are used over and over until ROWS are in

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROWS_PER_TRANSACTION = 10000, COLUMNS = 5 };

struct text {
    const char *start;
    int length;
};

/// time, device, version, event, raw
struct row {
    struct text column[COLUMNS];
};

static void require(int fine, const char *what) {
    if (fine) return;
    fprintf(stderr, "baseline: %s\n", what);
    exit(1);
}

static void run(sqlite3 *database, const char *sql) {
    char *error = NULL;
    require(sqlite3_exec(database, sql, NULL, NULL, &error) == SQLITE_OK, error ? error : sql);
}

static char *contents(const char *path, long *size) {
    FILE *file = fopen(path, "rb");
    require(file != NULL, path);
    fseek(file, 0, SEEK_END);
    *size = ftell(file);
    rewind(file);
    char *bytes = malloc(*size);
    require(bytes != NULL && fread(bytes, 1, *size, file) == (size_t)*size, path);
    fclose(file);
    return bytes;
}

/// The column a field of a behaviour line goes to, or -1.
static int column_of(int field) {
    switch (field) {
    case 1: return 0;
    case 25: return 1;
    case 3: return 2;
    case 15: return 3;
    default: return -1;
    }
}

static struct row split(const char *line, int length) {
    struct row row = {.column[4] = {line, length}};
    const char *start = line, *end = line + length;
    for (int field = 0; start <= end; field++) {
        const char *comma = memchr(start, ',', end - start);
        const char *stop = comma ? comma : end;
        int column = column_of(field);
        if (column >= 0) row.column[column] = (struct text){start, (int)(stop - start)};
        start = stop + 1;
    }
    return row;
}

static struct row *rows_of(char *bytes, long size, long *count) {
    long capacity = 1 << 16;
    struct row *rows = malloc(capacity * sizeof *rows);
    *count = 0;
    for (char *line = bytes; rows && line < bytes + size; ) {
        char *end = memchr(line, '\n', bytes + size - line);
        if (!end) end = bytes + size;
        if (*count == capacity) rows = realloc(rows, (capacity *= 2) * sizeof *rows);
        if (rows) rows[(*count)++] = split(line, (int)(end - line));
        line = end + 1;
    }
    require(rows != NULL && *count > 0, "no lines");
    return rows;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static void insert(sqlite3 *database, sqlite3_stmt *statement, const struct row *row) {
    for (int i = 0; i < COLUMNS; i++)
        sqlite3_bind_text(statement, i + 1, row->column[i].start, row->column[i].length, SQLITE_STATIC);
    require(sqlite3_step(statement) == SQLITE_DONE, sqlite3_errmsg(database));
    sqlite3_reset(statement);
}

int main(int count, char **words) {
    require(count == 4, "usage: baseline LINES DATABASE ROWS");
    long size, lines, wanted = atol(words[3]);
    char *bytes = contents(words[1], &size);
    struct row *rows = rows_of(bytes, size, &lines);
    sqlite3 *database;
    sqlite3_stmt *statement;
    require(sqlite3_open(words[2], &database) == SQLITE_OK, words[2]);
    run(database, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE line (time TEXT, device TEXT, version TEXT, event TEXT, raw TEXT)");
    require(sqlite3_prepare_v2(database, "INSERT INTO line VALUES (?,?,?,?,?)", -1, &statement, NULL) == SQLITE_OK, sqlite3_errmsg(database));
    double began = seconds();
    for (long done = 0; done < wanted; done++) {
        if (done % ROWS_PER_TRANSACTION == 0) run(database, done ? "COMMIT; BEGIN" : "BEGIN");
        insert(database, statement, &rows[done % lines]);
    }
    run(database, "COMMIT");
    printf("%.0f\n", wanted / (seconds() - began));
    sqlite3_finalize(statement);
    sqlite3_close(database);
    free(rows);
    free(bytes);
    return 0;
}
