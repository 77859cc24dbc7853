/**
 * Which room may import which. Dependencies point one way:
 * contract <- process, composition, origin <- page, media, browser <- render <- batch, preview, benchmark, container <- apps <- oclif.
 * contract <- process <- storage <- farm <- apps, farm-client <- oclif, with archive and telemetry: what machines share stands beside
 * the pipeline.
 * farm-client <- dashboard <- apps: the page takes the types of the API from there.
 */
const MAY_IMPORT = {
  contract: [],
  process: ['contract'],
  composition: ['contract'],
  origin: ['contract'],
  page: ['contract', 'composition'],
  media: ['contract', 'process'],
  browser: ['contract', 'process', 'origin'],
  render: ['contract', 'process', 'composition', 'page', 'origin', 'media', 'browser'],
  batch: ['contract', 'process', 'composition', 'render'],
  preview: ['contract', 'composition', 'origin', 'render'],
  benchmark: ['contract', 'process', 'media', 'render'],
  container: ['contract', 'process', 'origin', 'media', 'browser', 'render'],
  storage: ['contract', 'process'],
  archive: ['contract'],
  telemetry: ['contract'],
  farm: ['contract', 'process', 'storage'],
  'farm-client': ['contract'],
  dashboard: ['farm-client'],
};

const rooms = Object.keys(MAY_IMPORT);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphan-modules',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['\\.d\\.m?ts$', '/index\\.ts$', '^oclif/bin/', 'bundle\\.mjs$', '/kept-globals\\.ts$'],
      },
      to: {},
    },
    ...rooms.map((room) => ({
      name: `${room}-imports-only-${MAY_IMPORT[room].join('-') || 'nothing'}`,
      severity: 'error',
      from: { path: `^libs/${room}/` },
      to: {
        path: `^(libs/(${rooms.filter((other) => other !== room && !MAY_IMPORT[room].includes(other)).join('|')})|oclif|apps)/`,
      },
    })),
    {
      name: 'the-farm-knows-no-http-framework',
      severity: 'error',
      from: { path: '^libs/farm/' },
      to: { path: 'node_modules/(@nestjs|@oclif|fastify)' },
    },
    {
      name: 'applications-meet-in-the-farm-only',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^(apps/(?!$1/)|oclif)' },
    },
    {
      name: 'libs-know-no-queue-and-no-http-framework',
      severity: 'error',
      from: { path: '^libs/', pathNot: '^libs/farm/' },
      to: { path: 'node_modules/(bullmq|ioredis|@nestjs|@oclif)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'test/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['framefarm-source', 'import', 'node', 'default'],
    },
  },
};
