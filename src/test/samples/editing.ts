import { newItem } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const editingSamples: Samples<'editing'> = {
  presenceHeartbeat: async (on) => ({
    input: { itemId: await newItem(on) },
    ids: ['itemId'],
    other: { itemId: await newItem(on), leaves: true },
  }),
  autosaveBuffer: async (on) => ({
    input: { itemId: await newItem(on), draft: { title: { mine: 'Mine', base: 'Theirs' } } },
    ids: ['itemId'],
    other: { itemId: await newItem(on), draft: null },
  }),
}
