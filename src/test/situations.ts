import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { createRedirect } from '#areas/seo/operations/create-redirect.ts'
import { listRedirects } from '#areas/seo/operations/list-redirects.ts'
import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { catalog } from '#catalog/catalog.ts'
import type { ItemId } from '#kernel/ids.ts'
import { type AnyOperation, isChange } from '#kernel/operation.ts'

import { connectWebsite } from './sample-connections.ts'
import { newCallKey, newTag, newTopicInput } from './sample-records.ts'
import { sampleOf } from './samples.ts'
import type { Stage } from './stage.ts'

/** A call whose cost is known, by the name of its situation. */
export type Situation = { op: AnyOperation; arrange(on: Stage): Promise<Record<string, unknown>>; key?: string }

const operations: AnyOperation[] = Object.values(catalog).flat()

/** The sample call of every operation, and the calls that agents and editors make most often. */
export const situations: Readonly<Record<string, Situation>> = {
  ...Object.fromEntries(operations.map((op) => [op.name, callOf(op)])),
  'createItem with a key, of 6 KB, in a full organization': {
    op: createItem,
    key: 'once',
    arrange: async (on) => {
      await populate(on)
      return { ...(await article(on)), collectionId: 'articles' }
    },
  },
  'createItem that publishes, with a website': {
    op: createItem,
    arrange: async (on) => {
      await populate(on)
      await connectWebsite(on)
      return { ...(await article(on)), collectionId: 'articles', status: 'published' }
    },
  },
  'updateItem with a key, of the body of a published item, with a website': {
    op: updateItem,
    key: 'once',
    arrange: async (on) => ({ id: await publishedItem(on), content: bodyOf('Rewritten') }),
  },
  'updateItem of the SEO fields of a published item, with a website': {
    op: updateItem,
    arrange: async (on) => ({
      id: await publishedItem(on),
      seoTitle: 'How to choose a CRM that fits',
      metaDescription: 'Five steps to the CRM that fits a small team, and three that you can leave out without regret.',
    }),
  },
  'listRedirects that tests an address': {
    op: listRedirects,
    arrange: async (on) => {
      const { redirect } = await on.call(
        createRedirect,
        { fromPath: '/old', toItemId: await publishedItem(on) },
        { confirm: true },
      )
      return { testAddress: redirect.fromPath, pageSize: 1 }
    },
  },
  'publishItem with a key, of 6 KB, with a website': {
    op: publishItem,
    key: 'once',
    arrange: async (on) => {
      await populate(on)
      await connectWebsite(on)
      const { item } = await on.call(createItem, { ...(await article(on)), collectionId: 'articles' as never })
      return { id: item.id }
    },
  },
  'createBlogTopic with a key': {
    op: createBlogTopic,
    key: 'once',
    arrange: async () => newTopicInput('articles'),
  },
  'getItem with everything': {
    op: getItem,
    arrange: async (on) => ({ id: await publishedItem(on), include: ['revisions', 'warnings', 'links'] }),
  },
}

function callOf(op: AnyOperation): Situation {
  const { idempotencyKey } = newCallKey(op)
  return {
    op,
    arrange: async (on) => (await sampleOf(op, on)).input,
    ...(idempotencyKey === undefined || !isChange(op) ? {} : { key: idempotencyKey }),
  }
}

async function publishedItem(on: Stage): Promise<ItemId> {
  await populate(on)
  await connectWebsite(on)
  const input = { ...(await article(on)), collectionId: 'articles' as never, status: 'published' } as const
  return (await on.call(createItem, input, { confirm: true })).item.id
}

/** Items that link to each other and compete, so that every question of the checks has an answer. */
async function populate(on: Stage): Promise<void> {
  for (const title of ['How to choose a CRM in ten steps', 'How to choose a CRM for a team'])
    await on.call(
      createItem,
      {
        collectionId: 'articles' as never,
        title,
        content: bodyOf(title),
        primaryKeyword: 'choose a crm',
        status: 'published',
      },
      { confirm: true },
    )
}

const article = async (on: Stage) => ({
  title: 'How to choose a CRM',
  content: bodyOf('Steps'),
  primaryKeyword: 'choose a crm',
  tagIds: [(await newTag(on)) as never],
})

/** Some 6 KB of Markdown with links to other articles, a broken one among them. */
function bodyOf(heading: string): string {
  const links = 'See [the ten steps](/how-to-choose-a-crm-in-ten-steps) and [what is gone](/nowhere).'
  const paragraph = 'A team of five needs a pipeline that it fills in, and reports that somebody reads on Monday.'
  return `## ${heading}\n\n${links}\n\n${Array.from({ length: 60 }, (_, at) => `${paragraph} (${at})`).join('\n\n')}`
}
