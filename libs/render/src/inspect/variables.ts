/** Declared variables with the values they have, and values that nothing declares. */
import type { CompositionInstance } from '@framefarm/contract';
import type { InspectedVariable } from '../api-inspect.js';

export function inspectedVariables(instances: readonly CompositionInstance[]): InspectedVariable[] {
  return instances.flatMap(({ runtimeId, declarations, variables, overridden }) => {
    const declared = new Set(declarations.map(({ id }) => id));
    const valueIn = (id: string): { value?: unknown } => (Object.hasOwn(variables, id) ? { value: variables[id] } : {});
    return [
      ...declarations.map((declaration) => ({
        instanceId: runtimeId,
        id: declaration.id,
        declaration,
        ...valueIn(declaration.id),
        given: overridden.includes(declaration.id),
      })),
      ...Object.keys(variables)
        .filter((id) => !declared.has(id))
        .map((id) => ({ instanceId: runtimeId, id, declaration: null, ...valueIn(id), given: true })),
    ];
  });
}
