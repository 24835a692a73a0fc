import { afterAll, expect } from 'vitest'

import { compiledEngine } from '#platform/database/embedded/compiled-engine.ts'

import { endFile } from './after-file.ts'
import { noteSeconds, processorSeconds } from './processor-time.ts'

// Before the first server: its thread would compile one of its own, and what V8 optimized would end with it
// (tests.md#databases-open-quickly).
await compiledEngine()

const began = processorSeconds()

afterAll(async () => {
  await endFile()
  const reports = process.env['TEST_REPORTS']
  const { testPath } = expect.getState()
  if (reports !== undefined && testPath !== undefined) noteSeconds(reports, testPath, processorSeconds() - began)
})
