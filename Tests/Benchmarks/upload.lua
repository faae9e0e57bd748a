-- Uploads prebuilt batches with wrk, each under an id of its own, and prints one JSON line of what was answered.
--
--     wrk -t1 -c64 -d15s -s upload.lua URL -- REQUESTS RUN [LIMIT]
--
-- REQUESTS is the file bodies.py writes: for each request the sizes of what comes before and after the batch id, then these
-- bytes. RUN makes the ids of this run differ from those of others. With LIMIT it stops after so many answers.
-- The request is one concatenation, so that the generator leaves the processor to the server.

local before, after, count = {}, {}, 0
local run, number = "", 0

local function load(path)
    local file = assert(io.open(path, "rb"))
    while true do
        local first, second = file:read("*n", "*n")
        if not first then break end
        file:read(1)
        count = count + 1
        before[count], after[count] = file:read(first), file:read(second)
    end
    file:close()
end

local function report(answered, refused, broken, seconds)
    local form = 'result {"answered": %d, "refused": %d, "broken": %d, "seconds": %.6f}'
    print(string.format(form, answered, refused, broken, seconds))
end

-- wrk sleeps until its time is over even when its threads have stopped; only leaving the process ends it earlier.
local function stop_after(limit)
    local answered, refused, began = 0, 0, os.time()
    function response(status)
        answered = answered + 1
        if status ~= 200 then refused = refused + 1 end
        if answered >= limit then
            report(answered, refused, 0, os.time() - began)
            io.stdout:flush()
            os.exit(0)
        end
    end
end

local threads = 0

function setup(thread)
    threads = threads + 1
    thread:set("thread_number", threads)
end

function init(arguments)
    load(arguments[1])
    run = arguments[2] .. "-" .. thread_number .. "-"
    if arguments[3] then stop_after(tonumber(arguments[3])) end
end

function request()
    number = number + 1
    local index = (number - 1) % count + 1
    return before[index] .. run .. number .. after[index]
end

function done(summary)
    local errors = summary.errors
    local broken = errors.connect + errors.read + errors.write + errors.timeout
    report(summary.requests, errors.status, broken, summary.duration / 1e6)
end
