import { slugify } from '#std/slugs.ts'
import { changesIn, type Draft, untitled } from '#web/areas/content/article/draft.ts'
import { draftName, type DraftOwner, keptBeginningId } from '#web/areas/content/article/kept-draft.ts'
import { newKey } from '#web/intent.ts'
import type { OperationError } from '#web/operation-error.ts'
import type { OutputOf } from '#web/operations.ts'
import type { Action } from '#web/use-operation.ts'

type Item = OutputOf<'getItem'>['item']
type Collection = OutputOf<'listCollections'>['items'][number]
type Made = { id: Item['id']; sent: Draft }

/** What is there before an article is made: how it looks, and what makes it. Loaded where one is begun. */
export function beginArticle(owner: DraftOwner, collection: Collection) {
  const { beginning, making } = nextBeginning(owner)

  /** Makes the article; undefined if that was refused or has no answer. */
  async function make(draft: Draft, create: Action<'createItem'>['run']): Promise<Made | undefined> {
    // One that may have been made already is asked for again, as it was: other words would be another article.
    making.current ??= { beginning, key: newKey(), collectionId: collection.id, draft }
    const sent = making.current
    keepMaking(owner, sent)
    const made = await create(firstWords(sent), {
      idempotencyKey: sent.key,
      onRefused: (error) => {
        if (isDecided(error)) making.current = null
      },
    })
    return made === null ? undefined : { id: made.item.id, sent: sent.draft }
  }

  return { empty: emptyItem(collection), beginning, make }
}

/** An article that is being made: what of the beginning was sent, and the key that makes one article of all attempts. */
type KeptMaking = { beginning: string; key: string; collectionId: string; draft: Draft }

/** What New article goes on with: the kept beginning and the article that is already being made of it, or a beginning of its own. */
function nextBeginning(owner: DraftOwner): { beginning: string; making: { current: KeptMaking | null } } {
  try {
    const beginning = keptBeginningId(owner)
    const making = JSON.parse(localStorage.getItem(`${draftName(owner)}.making`) ?? 'null') as KeptMaking | null
    if (beginning !== undefined)
      return { beginning, making: { current: making?.beginning === beginning ? making : null } }
  } catch {
    // Nothing is kept.
  }
  return { beginning: newKey(), making: { current: null } }
}

/** Keeps it until another article is made: a reload while the answer is on its way must not make a second one. */
function keepMaking(owner: DraftOwner, making: KeptMaking): void {
  try {
    localStorage.setItem(`${draftName(owner)}.making`, JSON.stringify(making))
  } catch {
    // The page itself knows it.
  }
}

/** What of a beginning makes an article. */
function firstWords({ draft, collectionId }: KeptMaking) {
  const { slug, ...fields } = changesIn(draft)
  const title = draft.title?.mine.trim() || untitled
  const own = slug === undefined || slug === slugify(title) ? {} : { slug: String(slug) }
  return { ...fields, ...own, collectionId, title }
}

/** Whether a refusal says that nothing was made: an earlier attempt may have been, where this one was not even looked at. */
const isDecided = ({ status, isPassing }: OperationError) =>
  !isPassing && status >= 400 && status < 500 && status !== 401 && status !== 403

/** What an article says before it is made: the page reads these members and no others of it. */
function emptyItem({ id, slug }: OutputOf<'listCollections'>['items'][number]): Item {
  return {
    id: '',
    version: 0,
    collectionId: id,
    collectionSlug: slug,
    status: 'draft',
    contentFormat: 'markdown',
    title: '',
    content: '',
    slug: '',
    url: '',
    authors: [],
    categories: [],
    tags: [],
    faq: [],
    robots: { noindex: false, nofollow: false },
    customFields: {},
    featuredImageId: null,
    review: null,
    reviewState: 'none',
    externalState: 'none',
    deletedAt: null,
    publishAt: null,
    publishError: null,
    pendingRevision: null,
    generationState: null,
    firstPublishedAt: null,
  } as unknown as Item
}
