import { z } from 'zod'

import { getCollection } from '#areas/collections/index.ts'
import { exportFilter } from '#areas/exchange/export-filter.ts'
import { exportFormats } from '#areas/exchange/formats/format.ts'
import { exportItemsJob } from '#areas/exchange/jobs/export-items.ts'
import { operation } from '#kernel/operation.ts'
import { startedJob } from '#kernel/schema.ts'

export const exportItems = operation({
  name: 'exportItems',
  title: 'Export items',
  summary: 'Writes the matching items, without the trash, into a file. Result of the job: url, valid for an hour.',
  scope: 'content:read',
  risk: 'read',
  startsJob: true,
  errors: ['not_found'],
  examples: [
    {
      title: 'Everything that is published, as Markdown',
      input: { format: 'markdown_zip', filter: { status: ['published'] } },
    },
  ],
  input: z.strictObject({ filter: exportFilter.optional(), format: z.enum(exportFormats) }),
  output: startedJob(),

  async handle(ctx, { filter = {}, format }) {
    const { collectionId: named, ...others } = filter
    const collection = named === undefined ? undefined : await getCollection(ctx.db, named)

    return ctx.start(exportItemsJob, {
      format,
      filter: { ...others, ...(collection === undefined ? {} : { collectionId: collection.id }) },
    })
  },
})
