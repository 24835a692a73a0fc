import { newChange } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const undoSamples: Samples<'undo'> = {
  revertChanges: async (on) => ({
    input: { requestIds: [await newChange(on)] },
    ids: ['requestIds'],
    other: { requestIds: [await newChange(on)] },
  }),
}
