import { connectGoogle } from '#test/sample-connections.ts'

import type { Samples } from './sample.ts'

const property = 'https://www.example.com/'
const month = { from: '2026-01-01', to: '2026-01-31' }

export const searchConsoleSamples: Samples<'search-console'> = {
  getSearchConsoleSummary: async (on) => {
    await connectGoogle(on, { property })
    return { input: {}, other: { range: '7d' } }
  },
  querySearchConsole: async (on) => {
    await connectGoogle(on, { property })
    return { input: { dimensions: ['query'], ...month }, other: { dimensions: ['page'], ...month } }
  },
  listSearchOpportunities: async (on) => {
    await connectGoogle(on, { property })
    return { input: { kind: 'decay' }, other: { kind: 'no_page' } }
  },
  listQueryCannibalization: async (on) => {
    await connectGoogle(on, { property })
    return { input: {}, other: { range: '7d' } }
  },
  inspectIndexStatus: async (on) => {
    await connectGoogle(on, { property })
    return { input: { urls: [`${property}tides`] }, other: { urls: [`${property}moon`] } }
  },
  syncSearchConsole: async (on) => {
    await connectGoogle(on, { property })
    return { input: month, other: { from: '2026-01-30', to: '2026-01-31' } }
  },
}
