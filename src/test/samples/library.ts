import { articlesOf, newEntry } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const librarySamples: Samples<'library'> = {
  listContextEntries: async () => ({ input: { kind: 'fact', search: 'sample' } }),
  getContextEntry: async (on) => ({ input: { id: await newEntry(on) }, ids: ['id'] }),
  createContextEntry: async (on) => ({
    input: { kind: 'fact', title: 'A sample', body: 'Words.', collections: [await articlesOf(on)] },
    ids: ['collections'],
    other: { kind: 'fact', title: 'Another sample', body: 'Words.' },
  }),
  updateContextEntry: async (on) => ({
    input: { id: await newEntry(on), pinned: true },
    ids: ['id'],
    other: { id: await newEntry(on), title: 'Renamed' },
  }),
  deleteContextEntry: async (on) => ({
    input: { id: await newEntry(on) },
    ids: ['id'],
    other: { id: await newEntry(on) },
  }),
  searchContextLibrary: async () => ({ input: { query: 'words of a sample', kinds: ['fact'] } }),
}
