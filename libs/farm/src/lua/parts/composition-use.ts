/** Unfinished renders and running batches that need a composition, counted so that it is not removed under them. */
export const compositionUse = `
local function useComposition(owner, composition, by)
  local field = owner .. '/' .. composition
  if call('HINCRBY', key('cmp', 'use'), field, by) <= 0 then call('HDEL', key('cmp', 'use'), field) end
end
`;
