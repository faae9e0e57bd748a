-- Sends prebuilt requests with wrk, each once, and prints one JSON line of what was answered.
--
--     wrk -t1 -c64 -d600s -s sentry.lua URL -- REQUESTS
--
-- REQUESTS is the file sentry.py writes: for each request its size and its bytes. When all are sent the last one is sent again until all are answered.

local requests, count, number, answered, refused = {}, 0, 0, 0, 0
local began = nil

function init(arguments)
    local file = assert(io.open(arguments[1], "rb"))
    while true do
        local size = file:read("*n")
        if not size then break end
        file:read(1)
        count = count + 1
        requests[count] = file:read(size)
    end
    file:close()
end

function request()
    number = math.min(number + 1, count)
    return requests[number]
end

function response(status)
    answered = answered + 1
    if status ~= 200 then refused = refused + 1 end
    if answered >= count then
        print(string.format('result {"answered": %d, "refused": %d}', answered, refused))
        io.stdout:flush()
        os.exit(0)
    end
end
