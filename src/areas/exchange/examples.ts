import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { storedKey } from '#areas/exchange/importers/import-existing.ts'
import { folderTree } from '#areas/exchange/importers/markdown-files.ts'
import { readMarkdown } from '#areas/exchange/importers/markdown-folder.ts'
import type { ImportRecord } from '#areas/exchange/importers/record.ts'
import type { Reader } from '#kernel/database.ts'
import type { ItemId } from '#kernel/ids.ts'

// A folder of the package, found alike from the sources and from the compiled code.
const folder = join(import.meta.dirname, '../../../examples/demo/articles')
/** From one example to the next: they look like weeks of work. */
const between = 9 * 86_400_000

/** The key of an example file, by which its article is found again. */
const keyOf = (file: string) => `masthead-example:${file}`

/** The articles of the package, live, the last one nine days old. */
export async function* exampleRecords(now: Date): AsyncGenerator<ImportRecord> {
  const names = await exampleFiles()
  for await (const record of readMarkdown(await folderTree(folder), { now })) {
    if (record.kind !== 'item') continue
    const age = (names.length - names.indexOf(record.sourceLabel)) * between
    const publishAt = record.status === 'draft' ? null : new Date(now.getTime() - age)
    yield { ...record, sourceKey: keyOf(record.sourceLabel), publishAt, status: publishAt ? 'published' : 'draft' }
  }
}

/** Articles that were made as examples and are not in the trash. */
export async function storedExamples(db: Reader): Promise<{ id: ItemId; title: string }[]> {
  const keys = (await exampleFiles()).map((name) => storedKey(keyOf(name)))
  const found = await db
    .selectFrom('item')
    .select(['id', 'title'])
    .where('source_key', 'in', keys)
    .where('trashed_at', 'is', null)
    .orderBy('title')
    .execute()
  return found.map(({ id, title }) => ({ id: id as ItemId, title }))
}

/** In the order of the numbers that the names begin with. */
async function exampleFiles(): Promise<string[]> {
  return (await readdir(folder)).toSorted((one, other) => parseInt(one, 10) - parseInt(other, 10))
}
