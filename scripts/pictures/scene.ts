import { furnishOutside, type Outside } from './outside.ts'
import type { Product } from './product.ts'

/** Ids of what the screens show. */
export type Scene = { article: string; draft: string; merged: readonly string[]; approval: string; agent: string }

const day = 86_400_000

/**
 * A working day on top of the example workspace: topics, dates, pictures, figures of the website, an agent that wrote, and a call of it
 * that waits.
 */
export async function furnish(product: Product, outside: Outside): Promise<Scene> {
  const { call, callWith } = product
  const { items } = await call('listManagerItems', { pageSize: 50 })
  const article = items.find((item: { title: string }) => item.title.startsWith('A content model')) ?? items[0]
  await call('updateOrganizationSettings', { siteUrl: 'https://www.example.com' }, { confirm: true })
  await furnishOutside(product, outside)
  const draft = await schedule(call)
  await plan(call)
  for (const [kind, title, body] of library) await call('createContextEntry', { kind, title, body })
  const merged = await pair(call)
  return { article: article.id, draft, merged, ...(await work({ call, callWith }, article.id)) }
}

/** Plans the days to come. Returns the id of the article that has no date yet. */
async function schedule(call: Product['call']): Promise<string> {
  let draft = ''
  for (const [title, days] of planned) {
    const { item } = await call('createItem', { collectionId: 'articles', title, content: 'A first paragraph.' })
    if (days === null) {
      draft = item.id
      continue
    }
    const publishAt = new Date(Math.ceil(Date.now() / day) * day + days * day + 9 * 3_600_000).toISOString()
    await call('scheduleItem', { id: item.id, publishAt }, { confirm: true })
  }
  return draft
}

const planned = [
  ['What a style guide is for', 1],
  ['Interviews: what to ask, and what to leave out', 3],
  ['The first hundred readers', 8],
  ['Corrections, and how to publish them', null],
] as const

async function plan(call: Product['call']): Promise<void> {
  const topics = []
  for (const [topic, primaryKeyword, angle] of ideas)
    topics.push(
      (await call('createBlogTopic', { topic, primaryKeyword, angle, collectionPresetId: 'articles' })).topic.id,
    )
  await call('reviewTopics', { ids: topics.slice(0, 2), decision: 'approve' })
}

const ideas = [
  ['How long an article should be', 'article length', 'Measured by what readers finish, not by words'],
  ['Naming things in a publication', 'editorial glossary', 'One word each, and who decides'],
  ['Five headlines that say what they mean', 'clear headlines', 'Before and after, with the reason'],
  ['Pictures that are worth a caption', 'image captions', 'What a caption adds that the picture does not say'],
]

const library = [
  ['brand_voice', 'How we write', 'Short sentences. The effect first, then the mechanism. No praise of ourselves.'],
  ['persona', 'An editor in a small team', 'Plans on Mondays, publishes twice a week, reads figures once a month.'],
  ['fact', 'Founded in 2019', 'The publication was founded in 2019 in Hamburg.'],
] as const

/** Two articles about one thing. */
async function pair(call: Product['call']): Promise<string[]> {
  const text = 'A style guide says how names are written, which words are avoided, and who decides when nobody agrees.'
  const ids = []
  for (const title of ['How to write a style guide', 'Writing a style guide']) {
    const { item } = await call('createItem', { collectionId: 'articles', title, content: text })
    await call('publishItem', { id: item.id }, { confirm: true })
    ids.push(item.id)
  }
  return ids
}

/** Asks the agent for two edits of an article, one of them answered. */
async function ask({ call, agent }: { call: Product['call']; agent: Product['call'] }, itemId: string): Promise<void> {
  const about = await call('requestEdit', { itemId, request: 'Say in one line what the article is about.' })
  const answer = 'The excerpt says it now.'
  await agent('answerEditRequest', { id: about.editRequest.id, state: 'done', answer })
  const { item } = await call('getItem', { id: itemId })
  const [quote] = /[A-Z][^.*`[\]\n#]{20,200}\./.exec(item.content) ?? []
  const passage = quote === undefined ? {} : { passage: { quote } }
  await call('requestEdit', { itemId, request: 'Name a source for this, with its date.', ...passage })
}

async function work({ call, callWith }: Pick<Product, 'call' | 'callWith'>, article: string) {
  await call('setApprovalPolicy', { risks: ['publish'] }, { confirm: true })
  const scopes = ['org:read', 'content:read', 'content:write', 'content:publish']
  const { secret } = await call('createApiKey', { name: 'Nightly writer', scopes }, { confirm: true })
  const agent = callWith(secret)
  const { item } = await agent('createItem', {
    collectionId: 'articles',
    title: 'What readers ask before they subscribe',
    primaryKeyword: 'before you subscribe',
    excerpt: 'Six questions from the mailbox, and where each is answered.',
    content:
      'Every week the same six questions arrive. Answer each of them on a page of its own, and link it from the offer.\n\n## What does it cost?\n\nSay the price first. A reader who has to search for it leaves.',
  })
  await agent('updateItem', { id: article, note: 'Says what the article is about in one line.' }).catch(() => null)
  await agent('publishItem', { id: item.id }, { confirm: true })
  await ask({ call, agent }, article)
  const waiting = await call('listApprovals', { state: 'pending' })
  const agents = await call('listConnectedAgents', {})
  return { approval: waiting.items[0].id as string, agent: agents.items[0].id as string }
}
