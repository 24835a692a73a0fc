import { defineConfig } from 'vitest/config'

/** A folder for reports as JSON, beside what is printed. */
const reports = process.env['TEST_REPORTS']

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    exclude: ['src/test/browser/**', 'node_modules/**'],
    globalSetup: ['src/test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    execArgv: ['--conditions=source'],
    // eventsource has a condition `source` of its own, which leads to TypeScript that Node.js does not run from there.
    server: { deps: { inline: [/@modelcontextprotocol/, /eventsource/] } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: reports ? ['default', ['json', { outputFile: `${reports}/unit.json` }]] : ['default'],
  },
})
