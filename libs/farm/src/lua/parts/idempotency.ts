import { RETENTION } from '../../retention/periods.js';

/** Keys of idempotent requests, written in the script that creates what they protect (http-api 4.2). */
export const idempotency = `
-- kind: 'r' or 'b', the room of what the key made. Nil when the key is new or none was given.
local function recall(kind)
  if not A.idempotency then return nil end
  local known = load(key('idem', A.idempotency.key))
  if not known then return nil end
  if known.fingerprint ~= A.idempotency.fingerprint then return {'key-reused'} end
  local flat = call('HGETALL', key(kind, known.id))
  if #flat == 0 then return {'removed', known.id} end
  return {'replayed', flat}
end

local function remember(id)
  if not A.idempotency then return end
  local name = key('idem', A.idempotency.key)
  call('HSET', name, 'fingerprint', A.idempotency.fingerprint, 'id', id)
  call('PEXPIRE', name, ${RETENTION.idempotencyMs})
end
`;
