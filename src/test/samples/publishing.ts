import { inAnHour, newItem } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const publishingSamples: Samples<'publishing'> = {
  publishItem: async (on) => ({ input: { id: await newItem(on) }, ids: ['id'], other: { id: await newItem(on) } }),
  unpublishItem: async (on) => ({
    input: { id: await newItem(on, { published: true }) },
    ids: ['id'],
    other: { id: await newItem(on, { published: true }) },
  }),
  scheduleItem: async (on) => ({
    input: { id: await newItem(on), publishAt: inAnHour() },
    ids: ['id'],
    other: { id: await newItem(on), publishAt: inAnHour() },
  }),
  unscheduleItem: async (on) => ({
    input: { id: await newItem(on, { scheduled: true }) },
    ids: ['id'],
    other: { id: await newItem(on, { scheduled: true }) },
  }),
  listCalendar: async () => ({ input: { from: '2026-01-01', to: '2026-01-31' } }),
}
