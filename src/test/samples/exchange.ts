import { listCollections } from '#areas/collections/operations/list-collections.ts'

import type { Samples } from './sample.ts'

export const exchangeSamples: Samples<'exchange'> = {
  exportItems: async () => ({ input: { format: 'jsonl' }, other: { format: 'csv', filter: { status: ['draft'] } } }),
  importItems: async (on) => ({
    input: {
      source: 'rss',
      urlOrMediaId: 'https://blog.example/feed.xml',
      collectionId: (await on.call(listCollections, {})).items[0]?.id,
    },
    ids: ['collectionId'],
    other: { source: 'rss', urlOrMediaId: 'https://blog.example/atom.xml', collectionId: 'articles' },
  }),
  importContextFromUrl: async () => ({
    input: { url: 'https://docs.example/manual/', kind: 'product' },
    other: { url: 'https://docs.example/manual/', kind: 'fact' },
  }),
}
