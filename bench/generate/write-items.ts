import { itemChecks } from '#areas/checks/index.ts'
import { collectionNamed } from '#areas/collections/index.ts'
import { insertItem } from '#areas/content/index.ts'
import { readSurroundings, type Surroundings } from '#areas/items/index.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Id, OrganizationId, UserId } from '#kernel/ids.ts'
import type { Rendered } from '#kernel/render.ts'
import type { Installation } from '#main/installation.ts'

import { bodyOf, randomFrom, sentence, slugOf, titleOf } from './texts.ts'

/** What items are written into, and by whom. */
export type Place = { organizationId: OrganizationId; userId: UserId }
export type TermIds = { readonly [Kind in 'tag' | 'category' | 'author']: readonly Id<Kind>[] }
export type Wanted = { from: number; count: number; status: 'published' | 'draft'; terms: TermIds }

/** Items per transaction. */
const batch = 100
/** The first article's date; each further one is half an hour younger, so that all are in the past. */
const first = Date.UTC(2015, 0, 1)
const halfHour = 30 * 60_000

/**
 * Writes articles with the product's own content code, a batch per transaction; the next batch is rendered meanwhile.
 * `onBatch` gets what is done so far. Returns id and slug of each, in order.
 */
export async function writeItems(
  installation: Pick<Installation, 'database' | 'renderer'>,
  place: Place,
  { from, count, status, terms }: Wanted,
  onBatch: (done: number) => void = () => {},
): Promise<{ id: string; slug: string }[]> {
  const { database, renderer } = installation
  const written: { id: string; slug: string }[] = []
  const bodies = (start: number) =>
    Promise.all(
      Array.from({ length: Math.max(0, Math.min(batch, from + count - start)) }, async (_, at) => {
        const content = bodyOf(start + at)
        return {
          n: start + at,
          content,
          rendered: await inTurn(() => patiently(() => renderer.render({ content, format: 'markdown' }))),
        }
      }),
    )

  let ready = bodies(from)
  for (let start = from; start < from + count; start += batch) {
    const now = await ready
    ready = bodies(start + batch)
    await database.forOrganization(place, 'write', async ({ db }) => {
      const surroundings = await readSurroundings(db)
      for (const body of now) {
        const made = await insertItem({ db, checks: itemChecks }, newItem(body, { surroundings, place, status, terms }))
        written.push({ id: made.row.id, slug: made.row.slug })
      }
    })
    onBatch(written.length)
  }
  return written
}

type Around = { surroundings: Surroundings; place: Place; status: Wanted['status']; terms: TermIds }

function newItem(
  { n, content, rendered }: { n: number; content: string; rendered: Rendered },
  { surroundings, place, status, terms }: Around,
): Parameters<typeof insertItem>[1] {
  const random = randomFrom(n + 1_000_003)
  const pick = <T>(ids: readonly T[]) => ids[Math.floor(random() * ids.length)]
  const tags = new Set<Id<'tag'>>()
  while (tags.size < Math.min(3, terms.tag.length))
    for (const tag of [pick(terms.tag)]) if (tag !== undefined) tags.add(tag)
  const [category, author] = [pick(terms.category), pick(terms.author)]
  const publishAt = new Date(first + n * halfHour)
  return {
    surroundings,
    collection: collectionNamed(surroundings.collections, 'articles'),
    title: titleOf(n),
    changes: {
      slug: slugOf(n),
      content,
      contentFormat: 'markdown',
      excerpt: `${sentence(random, 20)}.`,
      metaDescription: `${sentence(random, 18)}.`,
      tagIds: [...tags],
      ...(category === undefined ? {} : { categoryIds: [category] }),
      ...(author === undefined ? {} : { authorIds: [author] }),
    },
    state: status === 'draft' ? { status, publishAt: null } : { status, publishAt },
    rendered,
    origin: 'human',
    authorship: { actor: { kind: 'user', userId: place.userId, credentialId: null }, requestId: null, now: publishAt },
    createdAt: publishAt,
  }
}

/** On a busy machine a body may wait longer than the product lets a caller wait. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'unavailable') throw error
    }
  }
}

// One organization may wait with so many bodies at most.
const atOnce = 4
const lanes: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve())
let nextLane = 0

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const lane = nextLane++ % atOnce
  const done = (lanes[lane] ?? Promise.resolve()).then(work)
  lanes[lane] = done
  return done
}
