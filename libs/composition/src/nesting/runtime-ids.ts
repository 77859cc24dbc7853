/** Ids that are unique in the compiled document (reference: composition-format 6). */

interface Named {
  readonly authoredId: string;
  readonly isRoot: boolean;
  /** True when a file or template was to fill it, whether or not it did. */
  readonly hosted: boolean;
  runtimeId: string;
}

/**
 * Gives every instance, in document order, its runtime id: the authored id where it stands once; else `<id>__hf1`,
 * `<id>__hf2`, … The root keeps its id; so does the first inline composition, as page scripts call it by that id.
 * Returns the authored ids that some instance no longer has.
 */
export function assignRuntimeIds(drafts: readonly Named[]): Set<string> {
  const groups = new Map<string, Named[]>();
  for (const draft of drafts) groups.set(draft.authoredId, [...(groups.get(draft.authoredId) ?? []), draft]);
  const taken = new Set(groups.keys());
  const renamed = new Set<string>();
  for (const [id, group] of groups) {
    const keeper =
      group.find((draft) => draft.isRoot) ?? (group.length > 1 ? group.find((draft) => !draft.hosted) : group[0]);
    let number = 0;
    for (const draft of group) {
      if (draft === keeper) {
        draft.runtimeId = id;
        continue;
      }
      do number += 1;
      while (taken.has(`${id}__hf${number}`));
      draft.runtimeId = `${id}__hf${number}`;
      taken.add(draft.runtimeId);
      renamed.add(id);
    }
  }
  return renamed;
}
