/**
 * Deliveries that webhooks owe, written in the script that made the change, so that none is lost between the two. The id is
 * made of what is told, so that a receiver can drop repeats (http-api 3.8). `hooks` lists the event types wanted.
 */
export const outbox = `
local function wants(hooks, kind)
  return hooks and string.find(',' .. hooks .. ',', ',' .. kind .. ',', 1, true) ~= nil
end

local function owe(kind, hash, about, run)
  call('XADD', key('outbox'), '*', 'id', 'whd_' .. string.sub(about, 5) .. '-' .. run .. '-' .. string.gsub(kind, '%.', '-'),
    'type', kind, 'about', about, 'at', NOW, 'record', cjson.encode(call('HGETALL', hash)))
  announce('farm')
end
`;
