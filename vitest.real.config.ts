import base from './vitest.config.ts'

const { REAL_WP_URL, REAL_GHOST_URL } = process.env

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
    // They have a test for each content management system that was opened: with none they would be files without a test.
    exclude: REAL_WP_URL || REAL_GHOST_URL ? [] : ['src/test/real/**'],
    testNamePattern: /a real /,
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
}
