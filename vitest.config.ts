import { defineConfig } from 'vitest/config'
import { JsonReporter } from 'vitest/node'

import { LongestFirst } from './src/test/longest-first.ts'
import { UnfinishedFiles } from './src/test/unfinished-files.ts'

/** A folder for reports as JSON, in addition to what is printed, and the name of this run's. */
const reports = process.env['TEST_REPORTS']
const report = process.env['TEST_REPORT'] ?? 'unit'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'bench/**/*.test.ts'],
    exclude: ['src/test/browser/**', 'src/test/real/**', 'src/test/websites/**', 'node_modules/**'],
    globalSetup: ['src/test/global-setup.ts'],
    setupFiles: ['src/test/set-up-file.ts'],
    pool: 'forks',
    // One more than the cores of a small machine: tests also wait for processes, locks and answers.
    maxWorkers: 3,
    // Modules are loaded once per process: loading them again for each file took more time than its tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Transforms are kept between runs.
    fsModuleCache: true,
    // Garbage is collected less often, and by no threads beside those that work already (tests.md#both-cores-are-busy).
    execArgv: ['--conditions=source', '--min-semi-space-size=64', '--max-semi-space-size=64', '--single-threaded-gc'],
    // eventsource has its own condition `source`, which leads to TypeScript that Node.js does not run from there.
    server: { deps: { inline: [/@modelcontextprotocol/, /eventsource/] } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What a test waits for comes within a second, but not next to a build on a small machine.
    expect: { poll: { timeout: 25_000, interval: 10 } },
    reporters: [
      'default',
      new UnfinishedFiles('node_modules/.cache/unfinished-tests.json'),
      ...(reports ? [new JsonReporter({ outputFile: `${reports}/${report}.json` })] : []),
    ],
  },
})
