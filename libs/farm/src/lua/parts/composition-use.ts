/**
 * Unfinished renders and running batches that need a composition, counted so that it is not removed under them. Their beginning
 * and their end are uses, from which its time to stay counts (http-api 3.7). The order of uses, `cmp:lru`, is for retention as
 * workers of older builds do it.
 */
export const compositionUse = `
local function useComposition(owner, composition, by)
  local field = owner .. '/' .. composition
  if call('HINCRBY', key('cmp', 'use'), field, by) <= 0 then call('HDEL', key('cmp', 'use'), field) end
  local name = key('cmp', 'r', owner, composition)
  if call('EXISTS', name) == 1 then
    call('HSET', name, 'lastUsedAt', NOW)
    call('ZADD', key('cmp', 'lru'), NOW, field)
  end
end
`;
