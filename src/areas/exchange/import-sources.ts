import { knownKeys } from '#areas/exchange/importers/known-keys.ts'
import { readMarkdown } from '#areas/exchange/importers/markdown-folder.ts'
import { fileTree, isZip, zipTree } from '#areas/exchange/importers/markdown-zip.ts'
import type { Outside, OutsideSource } from '#areas/exchange/importers/outside.ts'
import { type ImportRecord, skippedEntry } from '#areas/exchange/importers/record.ts'
import { openRss } from '#areas/exchange/importers/rss.ts'
import { openSitemap } from '#areas/exchange/importers/sitemap.ts'
import { memoryBytes } from '#areas/exchange/importers/source-bytes.ts'
import { openWordPress } from '#areas/exchange/importers/wordpress-rest.ts'
import { readWxr } from '#areas/exchange/importers/wxr.ts'
import type { JobCtx } from '#kernel/job.ts'

import { openDocument } from './open-document.ts'

export const importSources = ['wordpress_rest', 'wxr', 'rss', 'sitemap', 'markdown'] as const
export type ImportSourceName = (typeof importSources)[number]

/** Sources that are a document, and may have been uploaded. */
export const documentSources: readonly ImportSourceName[] = ['wxr', 'markdown']

type Ctx = Pick<JobCtx, 'read' | 'files'>
type Named = { source: ImportSourceName; urlOrMediaId: string }

/** The records of a source. Reading begins with the first one. */
export function openImportSource(ctx: Ctx, outside: Outside, { source, urlOrMediaId }: Named): OutsideSource {
  switch (source) {
    case 'wordpress_rest':
      return openWordPress(urlOrMediaId, outside)
    case 'rss':
      return openRss(urlOrMediaId, outside)
    case 'sitemap':
      return openSitemap(urlOrMediaId, outside, (keys) => ctx.read((db) => knownKeys(db, keys)))
    case 'wxr':
      return { records: ofWxr(ctx, outside, urlOrMediaId), entries: () => null }
    case 'markdown':
      return { records: ofMarkdown(ctx, outside, urlOrMediaId), entries: () => null }
  }
}

async function* ofWxr(ctx: Ctx, outside: Outside, named: string): AsyncGenerator<ImportRecord> {
  const { bytes } = await openDocument(ctx, outside, named)
  yield* readWxr(memoryBytes(bytes), { now: outside.now })
}

async function* ofMarkdown(ctx: Ctx, outside: Outside, named: string): AsyncGenerator<ImportRecord> {
  const { bytes, name } = await openDocument(ctx, outside, named)
  const tree = isZip(bytes) ? await zipTree(bytes, name) : fileTree(bytes, { name, path: `${name}.md` })
  yield* readMarkdown(tree, { now: outside.now })
}

/** The first records of a source: at most `most` items; the others are only counted. */
export async function* atMost(records: AsyncIterable<ImportRecord>, most: number): AsyncGenerator<ImportRecord> {
  let items = 0
  let beyond = 0
  for await (const record of records) {
    if (record.kind !== 'item') yield record
    else if (++items <= most) yield record
    else beyond++
  }
  if (beyond === 0) return
  const reason = `One import takes ${most} entries: split the source`
  yield skippedEntry('the rest of the source', 'entry', reason, beyond)
}
