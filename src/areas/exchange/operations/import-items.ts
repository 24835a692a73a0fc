import { z } from 'zod'

import { getCollection, requireEnabled } from '#areas/collections/index.ts'
import { noReadingOfCms } from '#areas/exchange/connected-cms.ts'
import { documentSources, importSources } from '#areas/exchange/import-sources.ts'
import { importItemsJob } from '#areas/exchange/jobs/import-items.ts'
import { isMediaId } from '#areas/exchange/open-document.ts'
import { requireUpload } from '#areas/media/index.ts'
import { operation } from '#kernel/operation.ts'
import { id, startedJob, text } from '#kernel/schema.ts'

// The contract names it, and it is refused with what to do instead (exchange.md#connections-only-send).
const sources = [...importSources, 'connected_cms'] as const

export const importItems = operation({
  name: 'importItems',
  title: 'Import items',
  summary:
    'Imports posts from a site, feed, sitemap, WordPress export or Markdown as drafts, with their pictures. A repeat finds what it imported.',
  scope: 'content:write',
  risk: 'external',
  startsJob: true,
  errors: ['not_found', 'collection_disabled', 'plan_required', 'url_not_allowed', 'not_connected'],
  examples: [
    {
      title: 'The posts of a WordPress site',
      input: { source: 'wordpress_rest', urlOrMediaId: 'https://blog.example.com/', collectionId: 'articles' },
    },
  ],
  input: z
    .strictObject({
      source: z.enum(sources),
      urlOrMediaId: text(2048).optional().describe('https address; for wxr and markdown also an uploaded document'),
      collectionId: id('collection'),
      preview: z.boolean().default(false).describe('true: creates nothing; the result says what an import would do'),
    })
    .superRefine(({ source, urlOrMediaId }, context) => {
      const problem = problemOf(source, urlOrMediaId)
      if (problem !== undefined) context.addIssue({ code: 'custom', path: ['urlOrMediaId'], message: problem })
    }),
  output: startedJob(),

  async prepare(ctx, { urlOrMediaId }) {
    if (urlOrMediaId !== undefined && !isMediaId(urlOrMediaId)) ctx.checkUrl(urlOrMediaId)
  },

  async handle(ctx, { source, urlOrMediaId, collectionId, preview }) {
    const collection = await getCollection(ctx.db, collectionId)
    requireEnabled(collection, ctx.access.organization.plan)
    if (source === 'connected_cms' || urlOrMediaId === undefined) throw await noReadingOfCms(ctx.db)
    if (isMediaId(urlOrMediaId)) await requireUpload(ctx.db, urlOrMediaId)

    return ctx.start(importItemsJob, { source, urlOrMediaId, collectionId: collection.id, preview })
  },
})

function problemOf(source: (typeof sources)[number], named: string | undefined): string | undefined {
  if (source === 'connected_cms') return named === undefined ? undefined : 'Must be left out for connected_cms'
  if (named === undefined) return 'Must be given for this source'
  if (isMediaId(named)) return documentSources.includes(source) ? undefined : 'Must be an address for this source'
  return URL.canParse(named) ? undefined : 'Must be an absolute URL or the id of a document'
}
