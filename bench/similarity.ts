import { pathKey } from '#areas/checks/item-keys.ts'
import { linkingItems } from '#areas/checks/neighbours.ts'
import { groupsOf } from '#areas/checks/similarity/groups.ts'
import { similarityWrites } from '#areas/checks/similarity/item-similarity.ts'
import { loadEntries } from '#areas/checks/similarity/load-entries.ts'
import { similarItems } from '#areas/checks/similarity/similar-items.ts'
import { aroundOf } from '#areas/checks/site.ts'
import { furnishCollections } from '#areas/collections/index.ts'
import { findItems } from '#areas/items/stored/items.ts'
import { readSurroundings } from '#areas/items/stored/surroundings.ts'
import { breather } from '#kernel/breathe.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'
import { writeTogether } from '#kernel/write-together.ts'
import { tenantDatabase, type TenantDatabase } from '#platform/database/tenant.ts'
import { signatureOf } from '#std/minhash.ts'
import { wordsOf } from '#std/test-texts.ts'
import { titleKey } from '#std/text.ts'
import { addOrganization } from '#test/people.ts'

import { openBenchDatabase } from './open-database.ts'
import { spread } from './spread.ts'

const items = 10_000
const wordsOfBody = 1000

/** Processor time of this process, the embedded database included, to find what competes among 10,000 items. */
export async function measureSimilarity(): Promise<void> {
  const text = wordsOf(1500, 1)
  console.log(`signature of 1,500 words: ${spread(await times(20, () => signatureOf(text)))} ms`)
  const { backend, close } = await openBenchDatabase()
  await measure(tenantDatabase(backend)).finally(close)
}

async function measure(database: TenantDatabase): Promise<void> {
  const organization = await addOrganization(database)
  const read = <T>(work: (db: Reader) => Promise<T>) =>
    database.forOrganization(organization, 'read', (tx) => work(tx.db))
  const write = <T>(work: (db: Writer) => Promise<T>) =>
    database.forOrganization(organization, 'write', (tx) => work(tx.db))
  const collectionId = await write(async (db) => {
    await db.insertInto('organization_setting').values({ timezone: 'UTC' }).execute()
    await furnishCollections(db)
    return (await db.selectFrom('collection').select('id').where('slug', '=', 'articles').executeTakeFirstOrThrow()).id
  })
  const batches: number[] = []
  for (let from = 0; from < items; from += 250) {
    const changes = await write((db) => insert(db, collectionId, from))
    batches.push(...(await times(1, () => write((db) => writeTogether(db, similarityWrites(db, changes, 'en'))))))
  }
  console.log(`rows of 250 items: ${spread(batches)} ms`)

  const breathe = breather(undefined)
  let { entries } = await loadEntries(read, { locale: 'en', breathe })
  let groups = await groupsOf(entries, 0.55, breathe)
  console.log(`${entries.length} items, ${groups.length} groups`)
  console.log(
    `load: ${spread(await times(3, async () => ({ entries } = await loadEntries(read, { locale: 'en', breathe }))))} ms`,
  )
  console.log(
    `compare all: ${spread(await times(3, async () => (groups = await groupsOf(entries, 0.55, breathe))))} ms`,
  )
  const rows = await read((db) =>
    findItems(
      db,
      entries.slice(0, 40).map(({ id }) => id),
    ),
  )
  const links = () =>
    read(async (db) => {
      const around = aroundOf(await readSurroundings(db), organization.organizationId)
      return linkingItems(db, [...rows.values()], { around, among: 'public' })
    })
  console.log(`links to 40 items: ${spread(await times(3, links))} ms`)
  const given = { primaryKeyword: null, secondaryKeywords: [], publishAt: null, headings: new Set(['first', 'step']) }
  const features = (n: number) => ({
    ...given,
    title: titleOf(n),
    minhash: signatureOf(wordsOf(wordsOfBody, n)).minhash,
  })
  let n = 0
  const one = () => read((db) => similarItems(db, { features: features(++n), locale: 'en' }))
  console.log(`similar items of one: ${spread(await times(50, one))} ms`)
}

async function insert(db: Writer, collectionId: string, from: number) {
  const rows = Array.from({ length: 250 }, (_, at) => ({ id: newId('item') as string, n: from + at }))
  await db
    .insertInto('item')
    .values(
      rows.map(({ id, n }) => ({
        id,
        collection_id: collectionId,
        slug: `item-${n}`,
        title: titleOf(n),
        title_key: titleKey(titleOf(n)),
        status: 'published',
        publish_at: new Date(1.6e12 + n * 3.6e6),
      })),
    )
    .execute()
  await db
    .insertInto('item_key')
    .values(rows.map(({ id, n }) => ({ item_id: id, kind: 'link', key: pathKey(`/articles/item-${n + 1}`) })))
    .execute()
  const texts = rows.map(({ id, n }) => ({ id, text: bodyOf(n) }))
  await db
    .insertInto('item_body')
    .values(
      texts.map(({ id, text }) => ({
        item_id: id,
        content: text,
        content_format: 'markdown',
        content_html: `<h2>First steps</h2><p>${text}</p><p><a href="/articles/${id}">Next</a></p>`,
        policy_version: 1,
      })),
    )
    .execute()
  return texts.map(({ id, text }, at) => ({
    id,
    title: titleOf(from + at),
    body: { ...signatureOf(text), headings: ['First steps'] },
  }))
}

/** Every hundredth body is the same as the one before it, except for its end. */
function bodyOf(n: number): string {
  return n % 100 === 99 ? `${wordsOf(wordsOfBody - 50, n - 1)} ${wordsOf(50, n)}` : wordsOf(wordsOfBody, n)
}

/** Titles as a blog has them: half of the words are among the hundred most used of 3,000; every tenth title belongs to a series. */
function titleOf(n: number): string {
  if (n % 10 === 0) return `This week in masthead ${n / 10}`
  const random = (at: number) => (Math.imul(n * 7 + at + 1, 0x9e3779b9) >>> 8) / 0x1000000
  return Array.from({ length: 5 }, (_, at) => `term${Math.floor(random(at) ** (at % 2 === 0 ? 1 : 5) * 3000)}x`).join(
    ' ',
  )
}

async function times(count: number, work: () => unknown): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < count; n++) {
    const from = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(from)
    taken.push((user + system) / 1000)
  }
  return taken
}
