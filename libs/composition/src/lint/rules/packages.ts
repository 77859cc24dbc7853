/** Packages of public CDNs that the local install lacks (reference: composition-format 11.2). */
import type { Rule } from '../rule.js';

export const packages: Rule = async ({ units }, report, request) => {
  if (request.findMissingPackage === undefined) return;
  const asked = new Set<string>();
  for (const unit of units) {
    const sheets = unit.assets.filter(({ kind }) => kind === 'stylesheet').map(({ url }) => url);
    for (const written of [...unit.scriptUrls, ...sheets]) {
      const url = written.startsWith('//') ? `https:${written}` : written;
      if (!/^https?:/i.test(url) || asked.has(url)) continue;
      asked.add(url);
      const missing = await request.findMissingPackage(url);
      if (missing === null) continue;
      report('cdn_package_not_installed', {
        unit,
        message: `${url} ${missing.reason}; a render without network cannot load it`,
        ...(missing.install === undefined ? {} : { fixHint: missing.install }),
        snippet: url,
      });
    }
  }
};
