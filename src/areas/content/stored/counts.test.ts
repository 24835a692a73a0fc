import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { getCollection } from '#areas/collections/index.ts'
import { bulkUpdateItems } from '#areas/content/operations/bulk-update-items.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { listManagerItems } from '#areas/content/operations/list-manager-items.ts'
import { restoreItem } from '#areas/content/operations/restore-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { scheduleItem } from '#areas/publishing/operations/schedule-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { consolidateItems } from '#areas/seo/operations/consolidate-items.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { deleteAuthor } from '#areas/taxonomies/operations/delete-author.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { revertChanges } from '#areas/undo/operations/revert-changes.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { stage } from '#test/stage.ts'

import { correctCounts, type WrongCount } from './counts.ts'

const written = [
  bulkUpdateItems,
  consolidateItems,
  createAuthor,
  createItem,
  createTaxonomyTerm,
  deleteAuthor,
  deleteItem,
  deleteTaxonomyTerm,
  publishItem,
  restoreItem,
  revertChanges,
  scheduleItem,
  unpublishItem,
  updateItem,
]

type Stage = Awaited<ReturnType<typeof stage>>

const wrongCounts = async ({ rows }: Stage) =>
  (await rows(({ db }) => sql<WrongCount>`select * from app.wrong_counts()`.execute(db))).rows

test('whatever is written in whatever order, the counts are what there is', async () => {
  const on = await stage()
  const random = randomOf(7)
  const { id: collectionId } = await on.rows(({ db }) => getCollection(db, 'articles'))
  const [items, tags, categories, authors, requests]: string[][] = [[], [], [], [], []]
  const some = (list: string[] | undefined = []) => list[Math.floor(random() * list.length)] ?? 'itm_'
  const few = (list: string[] | undefined = []) => [...new Set([some(list), some(list)])].filter((id) => id !== 'itm_')
  const terms = () => ({ tagIds: few(tags), categoryIds: few(categories), authorIds: few(authors) })
  const done: Record<string, number> = {}
  /** Calls an operation, which may refuse: then nothing was written. */
  const attempt = async (operation: AnyOperation, input: object) => {
    const isDryRun = random() < 0.1
    const { status, body } = await on.answerOf(operation, input, {
      confirm: true,
      dryRun: isDryRun,
      idempotencyKey: `key-${random()}`,
    })
    if (status !== 200 || isDryRun) return undefined
    done[operation.name] = (done[operation.name] ?? 0) + 1
    const { requestId, result } = JSON.parse(body) as {
      requestId: string
      result: Record<'item' | 'term' | 'author', { id: string } | undefined>
    }
    requests?.push(requestId)
    return (result.item ?? result.term ?? result.author)?.id
  }
  const keep = (list: string[] | undefined, id: string | undefined) => void (id === undefined || list?.push(id))
  const steps = [
    async () =>
      keep(
        items,
        await attempt(createItem, {
          collectionId: 'articles',
          title: `Item ${random()}`,
          content: 'Words.',
          ...terms(),
        }),
      ),
    async () => keep(tags, await attempt(createTaxonomyTerm, { taxonomy: 'tag', name: `Tag ${random()}` })),
    async () =>
      keep(categories, await attempt(createTaxonomyTerm, { taxonomy: 'category', name: `Category ${random()}` })),
    async () => keep(authors, await attempt(createAuthor, { collectionId, name: `Author ${random()}` })),
    () => attempt(publishItem, { id: some(items) }),
    () => attempt(publishItem, { id: some(items) }),
    async () => {
      const id = await attempt(createItem, { collectionId: 'articles', title: `Later ${random()}`, ...terms() })
      await attempt(scheduleItem, { id, publishAt: new Date(Date.now() + 1e9).toISOString() })
      keep(items, id)
    },
    () => attempt(unpublishItem, { id: some(items) }),
    () => attempt(updateItem, { id: some(items), ...terms() }),
    () => attempt(updateItem, { id: some(items), title: `Again ${random()}` }),
    () => attempt(deleteItem, { id: some(items) }),
    () => attempt(deleteItem, { id: some(items), permanent: random() < 0.5 }),
    async () => {
      const id = some(items)
      await attempt(deleteItem, { id })
      await attempt(restoreItem, { id })
    },
    () => attempt(bulkUpdateItems, { ids: few(items), patch: { addTagIds: few(tags) } }).then(() => on.work()),
    () =>
      attempt(consolidateItems, {
        winnerId: some(items),
        duplicateIds: [some(items)],
        rewriteReferences: true,
        createRedirects: true,
      }),
    () => attempt(deleteTaxonomyTerm, { termId: some(tags), reassignToId: some(tags) }),
    () => attempt(deleteTaxonomyTerm, { termId: some(categories), reassignToId: some(categories) }),
    () => attempt(deleteAuthor, { authorId: some(authors), reassignToId: some(authors) }),
    () => attempt(revertChanges, { requestIds: [some(requests)] }),
  ]
  steps.push(...steps.slice(0, 1), ...steps.slice(0, 1))
  steps.push(...steps.filter((step) => /publishItem|consolidate/.test(step.toString())))
  for (let n = 0; n < 8; n++) for (const step of steps.slice(0, 4)) await step()

  for (let n = 0; n < 180; n++) {
    await steps[Math.floor(random() * steps.length)]?.()
    if (n % 10 === 9) expect(await wrongCounts(on), JSON.stringify(done)).toEqual([])
  }

  expect(Object.keys(done).toSorted()).toEqual(written.map(({ name }) => name).toSorted())
  const all = await on.call(listManagerItems, {})
  expect(all.total).toBe(
    (await on.rows(({ db }) => sql`select from app.item where trashed_at is null`.execute(db))).rows.length,
  )
}, 60_000)

test('writers of the same collection and terms at once all count, and none waits for another for ever', async () => {
  const on = await stage()
  const tags = await Promise.all(['a', 'b', 'c'].map((name) => on.call(createTaxonomyTerm, { taxonomy: 'tag', name })))
  const tagIds = tags.map(({ term }) => term.id)

  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      on.call(
        createItem,
        {
          collectionId: 'articles',
          title: `Item ${n}`,
          status: 'published',
          tagIds: n % 2 === 0 ? tagIds : tagIds.toReversed(),
        },
        { confirm: true },
      ),
    ),
  )

  expect(await wrongCounts(on)).toEqual([])
})

test('what is wrong is corrected and named', async () => {
  const on = await stage()
  await on.call(createItem, { collectionId: 'articles', title: 'One' })
  await on.rows(({ db }) => sql`update app.item_count set n = 7 where status = 'draft'`.execute(db))

  const wrong = await on.rows(({ db }) => correctCounts(db))

  expect(wrong).toMatchObject([{ status: 'draft', kept: 7, counted: 1 }])
  expect(await wrongCounts(on)).toEqual([])
})

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
