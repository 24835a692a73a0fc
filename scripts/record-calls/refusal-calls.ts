import type { Agent, Envelope } from './agents.ts'
import { announcedAs, sendUpload } from './media-calls.ts'
import { pictureOf } from './pictures.ts'
import type { Scene } from './scene.ts'

type Refused = [operation: string, input: Record<string, unknown>, envelope?: Envelope, by?: Agent]

const yes = { confirm: true }

/** Calls that are refused, one of each kind, through both doors by turns; and malformed requests. */
export async function callWhatIsRefused(scene: Scene): Promise<void> {
  for (const [at, [operation, input, envelope = {}, agent = scene.owner]] of refusedCalls(scene).entries())
    await (at % 2 === 0 ? agent.v2 : agent.mcp)(operation, input, envelope)
  await refuseUploads(scene)
  await sendMalformed(scene)
  await askForApproval(scene)
}

function refusedCalls({ ids, owner, stranger, small, members }: Scene): Refused[] {
  const { author, editor, viewer } = members
  const id = ids.get('item five-knots')
  const articles = ids.get('collection articles')
  const title = 'Never made'
  return [
    ['unheardOf', {}],
    ['updateItem', { id, title: 'Late', ifVersion: 1 }],
    ['updateItem', { id: 'itm_unknown', title }],
    ['updateItem', { id, slug: 'reading-tide-tables-without-fear' }],
    ['updateItem', { id, publishAt: '2024-01-01T00:00:00Z' }],
    ['updateItem', { id, status: 'scheduled', publishAt: '2024-01-01T00:00:00Z' }, yes],
    ['updateItem', { id, authorIds: ['aut_unknown'] }],
    ['updateItem', { id, categoryIds: [ids.get('tag Safety')] }],
    ['updateItem', { id, featuredImageId: 'med_unknown' }],
    ['updateItem', { id, relatedArticles: [id] }],
    ['updateItem', { id: ids.get('item trash-one'), title }],
    ['updateItem', { id, title: '' }],
    ['updateItem', { id, title: 'x'.repeat(301) }],
    ['updateItem', { id, content: 'x'.repeat(400_001) }],
    ['updateItem', { id, slug: 'Not A Slug' }],
    ['updateItem', { id, status: 'scheduled', publishAt: '2099-01-01T00:00:00Z' }, yes],
    ['updateItem', { id, title }, {}, viewer],
    ['createItem', { collectionId: articles, title, status: 'published' }],
    ['createItem', { collectionId: articles, title, status: 'published' }, yes, author],
    ['createItem', { collectionId: 'nowhere', title }],
    ['createItem', { collectionId: articles, title, slug: 'five-knots' }],
    ['createItem', { collectionId: articles }],
    ['createItem', { collectionId: articles, title, contentFormat: 'rtf' }],
    ['createItem', { collectionId: 'recipes', title, customFields: { minutes: 0 } }],
    ['createItem', { collectionId: 'recipes', title, customFields: { portions: 2 } }],
    ['createItem', { collectionId: 'glossary', title }, {}, small],
    ['createItem', { collectionId: articles, title, status: 'scheduled' }, yes],
    ['createItem', { collectionId: articles, title, faq: [{ question: '' }] }],
    ['createItem', { collectionId: articles, title: 'A\u0007bell' }],
    ['createCollection', { name: 'Again', slug: 'recipes', kind: 'custom' }],
    ['createCollection', { name: 'Small', slug: 'small', kind: 'custom' }, {}, small],
    ['createCollection', { name: 'Odd', slug: 'odd', kind: 'custom', fieldsSchema: { $ref: '#/x' } }],
    ['createCollection', { name: 'Odd', slug: 'odd', kind: 'custom', urlTemplate: '/odd' }],
    ['updateCollection', { collectionId: articles, enabled: false }],
    ['updateCollection', { collectionId: ids.get('collection docs'), name: 'D', ifVersion: 99 }],
    ['createTaxonomyTerm', { taxonomy: 'tag', name: 'Safety again', slug: 'safety' }],
    ['updateTaxonomyTerm', { termId: ids.get('tag Tides'), slug: 'safety' }],
    ['deleteTaxonomyTerm', { termId: ids.get('tag Safety') }, yes],
    ['deleteTaxonomyTerm', { termId: ids.get('tag Safety'), reassignToId: ids.get('category Ropes') }, yes],
    ['deleteAuthor', { authorId: ids.get('author Ada Quill') }, yes],
    ['deleteAuthor', { authorId: ids.get('author Ada Quill') }, yes, author],
    ['createAuthor', { collectionId: articles, name: 'Ada again', slug: 'ada-quill' }],
    ['publishItem', { id }, yes],
    ['publishItem', { id: ids.get('item recipe-coffee'), ifVersion: 7 }, yes],
    ['publishItem', { id: ids.get('item recipe-coffee') }, yes, author],
    ['unpublishItem', { id: ids.get('item recipe-coffee') }, yes],
    ['unpublishItem', { id, redirectTo: id }, yes],
    ['scheduleItem', { id, publishAt: '2099-01-01T00:00:00Z' }, yes],
    ['scheduleItem', { id: ids.get('item recipe-coffee') }, yes],
    ['unscheduleItem', { id }, yes],
    ['listCalendar', { from: '2024-01-31', to: '2024-01-01' }],
    ['listCalendar', { from: '2024-01-01', to: '2024-12-31' }],
    ['restoreItem', { id }],
    ['restoreItemRevision', { id, revision: 999 }],
    ['deleteItem', { id: ids.get('item anchor-basics') }, yes],
    ['deleteItem', { id: ids.get('item trash-one') }, yes],
    ['requestItemReview', { id, reviewerUserIds: [author.userId] }],
    ['requestItemReview', { id, reviewerUserIds: [] }],
    ['submitItemReview', { id, decision: 'approve' }, {}, editor],
    ['bulkUpdateItems', { ids: [id], patch: {} }],
    ['bulkUpdateItems', { ids: [id], patch: { status: 'published' } }],
    ['consolidateItems', winner(id, [ids.get('item tide-tables')]), yes],
    ['consolidateItems', winner(id, [id]), { ...yes, idempotencyKey: 'refused-1' }],
    ['consolidateItems', winner(id, [ids.get('item glossary-bollard')]), { ...yes, idempotencyKey: 'refused-2' }],
    ['consolidateItems', winner(id, ['itm_unknown']), { ...yes, idempotencyKey: 'refused-3' }],
    ['consolidateItems', winner(id, ['itm_unknown']), { ...yes, idempotencyKey: 'refused-3' }],
    ['createRedirect', { fromPath: '/articles/five-knots', toItemId: id }, yes],
    ['createRedirect', { fromPath: '/loop', toUrl: 'https://www.harbour.example/loop' }, yes],
    ['createRedirect', { fromPath: 'no-slash', toUrl: 'https://x.example/' }, yes],
    ['createRedirect', { fromPath: '/both', toItemId: id, toUrl: 'https://x.example/' }, yes],
    ['generateItemMetadata', { id, fields: ['seoTitle'] }],
    ['suggestInternalLinks', { id: 'itm_unknown' }],
    ['getItem', {}],
    ['getItem', { id, slug: 'five-knots' }],
    ['getItem', { slug: 'nowhere' }],
    ['listItems', { collection: 'nowhere' }],
    ['listItems', { pageSize: 101 }],
    ['listItems', { page: 0 }],
    ['listItems', { status: 'all' }],
    ['listItems', { fields: ['nothing'] }],
    ['listTaxonomyTerms', {}],
    ['findDuplicateItems', { minScore: 2 }],
    ['previewItem', { id: 'itm_unknown' }],
    ['validatePost', { id, draftPatch: { nothing: true } }],
    ['updateTopic', { topicId: ids.get('topic lights'), topic: 'Too late' }],
    ['deleteTopic', { topicId: ids.get('topic lights') }, yes],
    ['createBlogTopic', { topic: 'T', primaryKeyword: 'k', angle: 'A', collectionPresetId: 'nowhere' }],
    ['createBlogTopic', { topic: ' ', primaryKeyword: 'k', angle: 'A', collectionPresetId: 'articles' }],
    ['reviewTopics', { ids: [ids.get('topic fog')], decision: 'maybe' }],
    ['submitDraft', { draft: { title: 'T' } }],
    ['submitDraft', { topicId: ids.get('topic fog'), draft: { title: 'T', content: '' } }],
    ['getWritingBrief', {}],
    ['updateContextEntry', { id: ids.get('entry voice'), title: 'Late', ifVersion: 9 }],
    ['createContextEntry', { kind: 'fact', title: 'T', body: 'W', url: 'not a url' }],
    ['inviteMember', { email: 'ada@example.com', role: 'author' }],
    ['inviteMember', { email: 'not an address', role: 'author' }],
    ['inviteMember', { email: 'x@example.com', role: 'owner' }],
    ['updateMemberRole', { userId: 'usr_unknown', role: 'viewer' }, yes],
    ['removeMember', { userId: viewer.userId }, yes, editor],
    ['updateIntegrationSettings', { id: 'nothing', settings: {} }, yes],
    ['updateIntegrationSettings', { id: 'revalidation', settings: { webhookUrl: 'http://10.0.0.1/' } }, yes],
    ['updateIntegrationSettings', { id: 'revalidation', settings: { apiToken: 'abcdef0123456789' } }, yes],
    ['updateOrganizationSettings', { siteUrl: 'http://insecure.example' }],
    ['updateOrganizationSettings', { contentMode: 'webhook' }],
    ['updateOrganizationSettings', { urlTemplates: { glossary: '/articles/{slug}' } }],
    ['updateOrganizationSettings', { name: 'N', ifVersion: 77 }],
    ['importItems', { source: 'rss', urlOrMediaId: 'https://10.0.0.1/', collectionId: articles }, yes],
    ['importItems', { source: 'connected_cms', collectionId: articles }, yes],
    ['importItems', { source: 'wxr', urlOrMediaId: 'med_unknown', collectionId: articles }, yes],
    ['importContextFromUrl', { url: 'http://169.254.169.254/', kind: 'fact' }, yes],
    ['importMediaFromUrl', { url: 'ftp://images.example.org/a.png' }],
    ['getJob', { jobId: 'job_unknown' }],
    ['cancelJob', { jobId: 'job_unknown' }],
    ['completeOnboardingStep', { step: 'brand', state: 'done' }],
    ['getAgentAuditRecord', { requestId: 'req_unknown' }, {}, editor],
    ['listAgentAuditLog', {}, {}, author],
    ['revokeApiKey', { keyId: 'key_unknown' }, yes],
    ['listRedirects', { reason: 'none' }, {}, owner],
    ['getItem', { id }, {}, stranger],
  ]
}

const winner = (winnerId: string, duplicateIds: string[]) => ({
  winnerId,
  duplicateIds,
  rewriteReferences: true,
  createRedirects: true,
})

async function refuseUploads(scene: Scene): Promise<void> {
  const { owner } = scene
  const bytes = await pictureOf(20, 20)
  const good = announcedAs(bytes, 'p.png')
  await owner.v2('createMediaUpload', { ...good, mime: 'image/svg+xml' })
  await owner.v2('createMediaUpload', { ...good, bytes: 1_000_000_000 })
  await owner.v2('createMediaUpload', { ...good, sha256: 'abc' })

  const empty = await owner.result('createMediaUpload', good)
  await owner.v2('completeMediaUpload', { mediaId: empty.mediaId })
  const other = await owner.result('createMediaUpload', { ...good, sha256: '0'.repeat(64) })
  await sendUpload(scene, other.uploadUrl, bytes)
  await owner.v2('completeMediaUpload', { mediaId: other.mediaId })
  const text = Buffer.from('no picture')
  const wrong = await owner.result('createMediaUpload', announcedAs(text, 'p.png'))
  await sendUpload(scene, wrong.uploadUrl, bytes)
  await sendUpload(scene, wrong.uploadUrl, text)
  await owner.v2('completeMediaUpload', { mediaId: wrong.mediaId })
  await sendUpload(scene, wrong.uploadUrl.replace(/[\w-]{43}$/, 'unknown'), text)
}

async function sendMalformed({ recorder, owner }: Scene): Promise<void> {
  const path = '/v2/tools/listItems'
  const json = { 'Content-Type': 'application/json', 'X-API-Key': owner.key }
  const post = (body: string, headers: Record<string, string> = json, about = '') =>
    recorder.record(path, { method: 'POST', headers, body }, about)
  await post('{')
  await post('[]')
  await post('')
  await post('{"input":[]}')
  await post('{"input":{},"more":1}')
  await post('{"input":{},"dryRun":"yes"}')
  await post('{"confirm":true}')
  await post('{"input":{"search":"\\u0000"}}')
  await post(`{"input":${'{"a":'.repeat(70)}1${'}'.repeat(70)}}`, json)
  await post('{"input":{}}', { ...json, 'Content-Type': 'text/plain' }, 'as text')
  await post('{"input":{}}', { ...json, 'Idempotency-Key': 'with space' }, 'with a bad key')
  await post('{"input":{}}', { ...json, 'Idempotency-Key': '"quoted"' }, 'with a quoted key')
  await post('{"input":{}}', { 'Content-Type': 'application/json' }, 'without a credential')
  await post('{"input":{}}', { ...json, 'X-API-Key': 'mh_sk_nothing' }, 'with a malformed credential')
  await post('{"input":{}}', { ...json, 'X-API-Key': `mh_sk_${'a'.repeat(36)}` }, 'with an unknown credential')
  await post('{"input":{}}', { ...json, Authorization: 'Bearer nothing' }, 'with two credentials')
  await post('{"input":{}}', { 'Content-Type': 'application/json', Authorization: 'Bearer x' }, 'with a bad token')
  await post('{"input":{}}', { ...json, 'X-Request-Id': 'mine-1' }, 'with a request id')
}

/** An agent asks, a person decides, the agent repeats its call. */
async function askForApproval({ inApp, owner, ids }: Scene): Promise<void> {
  await inApp('setApprovalPolicy', { risks: ['publish'] })
  const id = ids.get('item recipe-coffee')
  const call = { confirm: true, idempotencyKey: 'approved' }
  const asked = await owner.v2('publishItem', { id }, call)
  await owner.v2('publishItem', { id }, call)
  await owner.mcp('publishItem', { id }, call)
  await inApp('approveCall', { approvalId: asked.json.error.details.approvalId })
  await owner.v2('publishItem', { id }, call)
  await owner.v2('publishItem', { id }, call)
  const again = await owner.v2('unpublishItem', { id }, { confirm: true })
  await inApp('declineCall', { approvalId: again.json.error.details.approvalId, reason: 'Not now' })
  await owner.v2('unpublishItem', { id }, { confirm: true })
  await inApp('setApprovalPolicy', { risks: [] })
  await owner.v2('listAgentAuditLog', { operation: 'publishItem', pageSize: 4 })
}
