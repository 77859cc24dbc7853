import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FramefarmError, type InputIssue } from '@framefarm/contract';
import { parseAllowedOrigins } from '../network/policy.js';
import { VERSION_POLICIES, type VersionPolicy } from './version-policy.js';

export const PROJECT_CONFIG_FILE = 'framefarm.config.json';

/** `framefarm.config.json` with its defaults (reference: composition-format 11.2). */
export interface ProjectConfig {
  readonly packages: {
    readonly enabled: boolean;
    /** Absolute; relative ones in the file count from the project. */
    readonly dirs: readonly string[];
    readonly versions: VersionPolicy;
    readonly cdnjs: Readonly<Record<string, string>>;
  };
  /** Canonical origins. */
  readonly network: { readonly allow: readonly string[] };
}

const DEFAULTS: ProjectConfig = {
  packages: { enabled: true, dirs: [], versions: 'compatible', cdnjs: {} },
  network: { allow: [] },
};

/**
 * Reads the project's configuration; the defaults when there is no such file.
 * @throws {FramefarmError} VALIDATION_FAILED with one issue for each fault: no JSON, an unknown key, a wrong type.
 */
export async function readProjectConfig(projectDir: string): Promise<ProjectConfig> {
  let text: string;
  try {
    text = await readFile(join(projectDir, PROJECT_CONFIG_FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return DEFAULTS;
    throw new FramefarmError('VALIDATION_FAILED', `${PROJECT_CONFIG_FILE} cannot be read.`, { cause: error });
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new FramefarmError('VALIDATION_FAILED', `${PROJECT_CONFIG_FILE} is not JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return parseProjectConfig(value, projectDir);
}

/** Checks a parsed configuration. `projectDir` is the base of relative directories. Throws like {@link readProjectConfig}. */
export function parseProjectConfig(value: unknown, projectDir: string): ProjectConfig {
  const check = new Checker();
  const top = check.object(value, '', ['packages', 'network']);
  const packages = check.object(top.packages, 'packages', ['enabled', 'dirs', 'versions', 'cdnjs']);
  const network = check.object(top.network, 'network', ['allow']);

  const enabled = check.value(packages.enabled, 'packages.enabled', 'true or false', isBoolean) ?? true;
  const dirs = check.value(packages.dirs, 'packages.dirs', 'a list of directories', isTextList) ?? [];
  const versions =
    check.value(packages.versions, 'packages.versions', VERSION_POLICIES.join(', '), isVersionPolicy) ?? 'compatible';
  const cdnjs =
    check.value(packages.cdnjs, 'packages.cdnjs', 'an object of library names to "package/directory"', isTextRecord) ??
    {};
  const allow = check.value(network.allow, 'network.allow', 'a list of origins', isTextList) ?? [];
  for (const [library, place] of Object.entries(cdnjs)) {
    if (!PACKAGE_PLACE.test(place) || place.split('/').includes('..')) {
      check.fault(`packages.cdnjs.${library}`, `"${place}" is not of the form "package/directory"`);
    }
  }
  check.finish();
  return {
    packages: { enabled, dirs: dirs.map((dir) => resolve(projectDir, dir)), versions, cdnjs },
    network: { allow: parseAllowedOrigins(allow, `${PROJECT_CONFIG_FILE} network.allow`) },
  };
}

const PACKAGE_PLACE = /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*(?:\/[\w.~-]+)*\/?$/;
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');
const isTextRecord = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((item) => typeof item === 'string');
const isVersionPolicy = (value: unknown): value is VersionPolicy =>
  typeof value === 'string' && (VERSION_POLICIES as readonly string[]).includes(value);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Collects every fault before it throws, so that the author corrects them in one go. */
class Checker {
  readonly #issues: InputIssue[] = [];

  fault(field: string, message: string): void {
    this.#issues.push({
      field,
      code: 'invalid',
      message: `${PROJECT_CONFIG_FILE}: ${field || 'the file'}: ${message}`,
    });
  }

  object(value: unknown, field: string, keys: readonly string[]): Readonly<Record<string, unknown>> {
    if (value === undefined) return {};
    if (!isObject(value)) {
      this.fault(field, `${JSON.stringify(value)} is not an object`);
      return {};
    }
    for (const name of Object.keys(value)) {
      if (!keys.includes(name))
        this.fault(field === '' ? name : `${field}.${name}`, `unknown key; known: ${keys.join(', ')}`);
    }
    return value;
  }

  value<T>(value: unknown, field: string, rule: string, accepts: (value: unknown) => value is T): T | undefined {
    if (value === undefined || accepts(value)) return value;
    this.fault(field, `${JSON.stringify(value)} is not ${rule}`);
    return undefined;
  }

  finish(): void {
    if (this.#issues.length === 0) return;
    throw new FramefarmError('VALIDATION_FAILED', this.#issues.map((issue) => issue.message).join('\n'), {
      issues: this.#issues,
      hint: `Correct ${PROJECT_CONFIG_FILE}.`,
    });
  }
}
