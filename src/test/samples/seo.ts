import { newDuplicates, newItem, newRedirect, nextNumber } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const seoSamples: Samples<'seo'> = {
  replaceItemLinks: async (on) => {
    const links = [{ from: 'https://www.example.com/old', to: 'https://www.example.com/new' }]
    return {
      input: { id: await newItem(on), links },
      ids: ['id'],
      other: { id: await newItem(on), links },
    }
  },
  consolidateItems: async (on) => ({
    input: await newDuplicates(on),
    ids: ['winnerId'],
    other: await newDuplicates(on),
  }),
  listRedirects: async () => ({ input: { reason: 'manual' } }),
  createRedirect: async (on) => ({
    input: { fromPath: `/old-${nextNumber()}`, toItemId: await newItem(on, { published: true }) },
    ids: ['toItemId'],
    other: { fromPath: `/old-${nextNumber()}`, toUrl: 'https://elsewhere.example/new' },
  }),
  deleteRedirect: async (on) => ({
    input: { redirectId: await newRedirect(on) },
    ids: ['redirectId'],
    other: { redirectId: await newRedirect(on) },
  }),
  suggestInternalLinks: async (on) => ({ input: { id: await newItem(on), direction: 'in' }, ids: ['id'] }),
  generateItemMetadata: async (on) => ({
    input: { id: await newItem(on), fields: ['og', 'schemaJsonLd'] },
    ids: ['id'],
    other: { id: await newItem(on), fields: ['tldr'], apply: true },
  }),
}
