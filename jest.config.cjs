/** Tests run the TypeScript as it stands, transformed to CommonJS by swc: nock, jose and kysely are ESM only. */
const esmOnly = [
  'nock',
  '@mswjs',
  'rettime',
  '@open-draft',
  'jose',
  'kysely',
  'intl-messageformat',
  '@formatjs',
  'strip-bom',
  'node-fetch',
  'data-uri-to-buffer',
  'fetch-blob',
  'formdata-polyfill',
  'parse5',
  'entities',
  'eld',
];

module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // Needs a browser, so it runs by name: npm run test:browser.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/browser/'],
  transform: {
    '^.+\\.(ts|mjs|js)$': [
      '@swc/jest',
      {
        jsc: { target: 'es2024', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(.*/node_modules/)?(${esmOnly.join('|')})/)`],
  // Its package names no entry for CommonJS.
  moduleNameMapper: { '^eld/(\\w+)$': '<rootDir>/node_modules/eld/src/entries/static.$1.js' },
  globalSetup: '<rootDir>/test/support/start-shared-postgres.cjs',
  globalTeardown: '<rootDir>/test/support/stop-shared-postgres.cjs',
  testTimeout: 20_000,
  // Tests wait more than they reckon: on two cores jest's own choice, one worker, takes nearly twice as long.
  maxWorkers: '100%',
};
