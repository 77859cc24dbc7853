/** Outputs of a batch that would overwrite each other, its manifest or its rows (cli 5). Pure. */
import { dirname } from 'node:path';
import { type InputIssue, pathIdentity, rowName } from '@framefarm/contract';

export interface NamedOutput {
  readonly index: number;
  /** Absolute. */
  readonly path: string;
}

/** Faults in the order of the rows; a later row is blamed for what it shares with an earlier one, which `nameOf` names. */
export function outputConflicts(
  outputs: readonly NamedOutput[],
  manifestPath: string,
  batchPath: string,
  nameOf: (index: number) => string = rowName,
): InputIssue[] {
  const issues: InputIssue[] = [];
  const owners = new Map<string, NamedOutput>();
  const fault = (row: number, code: string, message: string): void => {
    issues.push({ row, field: '--output', code, message });
  };
  const reserved = new Map([
    [pathIdentity(batchPath), ['output_is_batch_file', 'the batch file']],
    [pathIdentity(manifestPath), ['output_is_manifest', "the batch's manifest"]],
  ]);
  for (const output of outputs) {
    const identity = pathIdentity(output.path);
    const [code, what] = reserved.get(identity) ?? [];
    if (code !== undefined) fault(output.index, code, `the output ${output.path} is ${what}`);
    const owner = owners.get(identity);
    if (owner === undefined) owners.set(identity, output);
    else {
      const alike = owner.path === output.path ? '' : ` (${owner.path}, the same but for case or Unicode form)`;
      const message = `the output ${output.path} is already that of ${nameOf(owner.index)}${alike}; add {index} to --output`;
      fault(output.index, 'output_duplicate', message);
    }
  }
  for (const output of outputs) {
    for (let above = dirname(output.path); above !== dirname(above); above = dirname(above)) {
      const identity = pathIdentity(above);
      const owner = owners.get(identity);
      const what = owner === undefined ? reserved.get(identity)?.[1] : `the output of ${nameOf(owner.index)}`;
      if (what === undefined) continue;
      fault(output.index, 'output_nested', `the output ${output.path} lies below ${above}, which is ${what}`);
      break;
    }
  }
  return issues.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
}
