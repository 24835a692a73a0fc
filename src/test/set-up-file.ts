import { afterAll, expect } from 'vitest'

import { endFile } from './after-file.ts'
import { noteSeconds, processorSeconds } from './processor-time.ts'

const began = processorSeconds()

afterAll(async () => {
  await endFile()
  const reports = process.env['TEST_REPORTS']
  const { testPath } = expect.getState()
  if (reports !== undefined && testPath !== undefined) noteSeconds(reports, testPath, processorSeconds() - began)
})
