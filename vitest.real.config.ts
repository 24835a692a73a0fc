import base from './vitest.config.ts'

// What needs a real service (`npm run test:real`). A page of WordPress takes about a second where its PHP is WebAssembly.
export default {
  ...base,
  test: {
    ...base.test,
    include: [
      'src/test/real/**/*.test.ts',
      'src/connectors/cms/*/*.test.ts',
      'src/areas/site-audit/visits/real-documentation.test.ts',
      'src/platform/browser/open-lab.test.ts',
    ],
    exclude: [],
    testNamePattern: /a real /,
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
}
