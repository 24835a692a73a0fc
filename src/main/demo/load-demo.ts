import { itemChecks } from '#areas/checks/index.ts'
import { catalog, type OperationName, type OutputOf } from '#catalog/catalog.ts'
import { buildReference } from '#catalog/derived/reference.ts'
import { newRequestId } from '#catalog/run/call.ts'
import { createRunner, type Runner } from '#catalog/run/run.ts'
import type { Access } from '#kernel/access.ts'
import { type Code, type Details, Refusal } from '#kernel/errors.ts'
import type { OrganizationId, UserId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { scopes } from '#kernel/scope.ts'
import type { Installation } from '#main/installation.ts'

import { type Call, day, type GivenTo } from './call.ts'
import { loadAnswers } from './load-answers.ts'
import { readPages, type SamplePage } from './read-pages.ts'

export type DemoPlace = { organizationId: OrganizationId; userId: UserId; slug: string; name: string }
export type DemoParts = Pick<Installation, 'database' | 'renderer'> & { baseUrl: () => string; log: Log }

/** The collections with sample pages, and the days from one page to the next, up to today. */
const collections = { articles: 9, glossary: 1, comparisons: 2 }
const author = {
  name: 'Editorial team',
  bio: 'Writes and reviews the sample content. Replace this author with your own.',
}
const categories = [
  { name: 'Planning', description: 'What to write, for whom and in which order.' },
  { name: 'Writing', description: 'From an outline to a text that somebody finishes reading.' },
  { name: 'Operations', description: 'Review, publishing, care of old pages, work with agents.' },
]
const tags = ['Content model', 'SEO', 'Workflow', 'Agents', 'Maintenance'].map((name) => ({ name }))

/** Fills a new organization with sample content, through the operations that people and agents call. */
export async function loadDemo(place: DemoPlace, parts: DemoParts): Promise<{ items: number }> {
  const call = caller(place, parts)
  const now = Date.now()

  for (const collectionId of ['glossary', 'comparisons'])
    await call('updateCollection', { collectionId, enabled: true })
  const categoryIds = await addTerms(call, 'category', categories)
  const tagIds = await addTerms(call, 'tag', tags)

  let items = 0
  for (const [collectionId, days] of Object.entries(collections)) {
    const { id: authorId } = (await call('createAuthor', { ...author, collectionId })).author
    const pages = await readPages(collectionId)
    for (const [index, { category, tags: named = [], status, ...fields }] of pages.entries())
      await call('createItem', {
        ...fields,
        collectionId,
        authorIds: [authorId],
        categoryIds: category === undefined ? [] : [categoryIds(category)],
        tagIds: named.map(tagIds),
        ...stateOf(status, new Date(now - (pages.length - index) * days * day)),
      })
    items += pages.length
  }
  await loadAnswers(call, { ownName: place.name, now })
  return { items }
}

function stateOf(status: SamplePage['status'], date: Date): Pick<GivenTo<'createItem'>, 'status' | 'publishAt'> {
  return status === 'draft' ? { status } : { status: 'published', publishAt: date.toISOString() }
}

/** Creates the terms and returns how a name becomes an id. */
async function addTerms(
  call: Call,
  kind: 'category' | 'tag',
  wanted: readonly { name: string; description?: string }[],
): Promise<(name: string) => string> {
  const ids = new Map<string, string>()
  for (const fields of wanted)
    ids.set(fields.name, (await call('createTaxonomyTerm', { taxonomy: kind, ...fields })).term.id)
  return (name) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`The sample content names the ${kind} ${name}, which it does not create`)
    return id
  }
}

function caller(place: DemoPlace, { database, renderer, baseUrl, log }: DemoParts): Call {
  const runner = createRunner({
    operations: buildReference(catalog).byName,
    database,
    render: renderer.render,
    checks: itemChecks,
    baseUrl,
    log,
  })
  const access = accessOf(place)
  return async <N extends OperationName>(operation: N, input: GivenTo<N>) =>
    resultOf<OutputOf<N>>(await run(runner, access, operation, input))
}

function run(runner: Runner, access: Access, operation: string, input: Record<string, unknown>) {
  return runner.run({
    door: 'cli',
    operation,
    access,
    requestId: newRequestId(),
    clientRequestId: undefined,
    startedAt: new Date(),
    // Publishing asks for a confirmation: --demo is one.
    envelope: async () => ({ input, confirm: true, dryRun: false, idempotencyKey: undefined }),
  })
}

function resultOf<T>({ body }: { body: string }): T {
  const answer = JSON.parse(body) as { result: T; error?: { code: Code; message: string; details?: Details } }
  if (answer.error !== undefined) throw new Refusal(answer.error.code, answer.error.message, answer.error.details)
  return answer.result
}

/** The owner, who has just set this organization up. */
function accessOf({ organizationId, userId, slug, name }: DemoPlace): Access {
  return {
    actor: {
      kind: 'user',
      userId,
      credentialType: 'system',
      credentialId: userId,
      clientName: 'masthead setup --demo',
    },
    organization: {
      id: organizationId,
      slug,
      name,
      plan: 'authority',
      suspended: false,
      maxKeyDays: null,
      approvalRisks: [],
    },
    role: 'owner',
    grantedScopes: scopes,
    scopes,
    principal: userId,
    elevatedUntil: null,
    rate: { limit: 1, allowed: true, remaining: 1, resetMs: 0 },
    keyExpiresAt: null,
  }
}
