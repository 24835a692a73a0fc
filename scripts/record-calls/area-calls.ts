import { dayIn, inDays, newImage } from './content-calls.ts'
import { callOperation } from './operation-calls.ts'
import { pictureOf } from './pictures.ts'
import type { Scene } from './scene.ts'

/** Calls every operation that has not made content, area by area. */
export async function callAreas(scene: Scene): Promise<void> {
  await readAccount(scene)
  await changeTerms(scene)
  await readItems(scene)
  await changeItems(scene)
  await publish(scene)
  await reviewItems(scene)
  await changeLibrary(scene)
  await changeTopics(scene)
  await draft(scene)
  await improveSearch(scene)
  await changeMedia(scene)
  await changeMembers(scene)
  await connect(scene)
  await startJobs(scene)
  await readLog(scene)
}

async function readAccount(scene: Scene): Promise<void> {
  const { owner } = scene
  await callOperation(scene, 'getProfile', {})
  await callOperation(scene, 'getBillingStatus', {})
  await callOperation(scene, 'listCreditTransactions', { reason: 'grant' })
  await callOperation(scene, 'getOrganization', {})
  await callOperation(scene, 'getOrganizationSettings', {})
  await callOperation(scene, 'listApiKeys', { search: 'without content', pageSize: 3 })
  await owner.v2('listApiKeys', { status: 'active', scope: 'org:write', pageSize: 2, page: 2 })
  await callOperation(scene, 'getOnboardingStatus', {})
  await callOperation(
    scene,
    'completeOnboardingStep',
    { step: 'contentMode', state: 'done' },
    { other: { step: 'brand', state: 'skipped' } },
  )
  const { id } = await scene.inApp('createApiKey', { name: 'To be revoked', scopes: ['content:read'] })
  await callOperation(scene, 'revokeApiKey', { keyId: id }, { foreign: true, other: { keyId: 'key_unknown' } })
  const { operations } = scene
  for (const name of ['createApiKey', 'signIn', 'approveCall', 'deleteOrganization'])
    if (!operations.has(name)) await owner.v2(name, {}, { confirm: true })
}

async function changeTerms(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  await callOperation(scene, 'listTaxonomyTerms', { taxonomy: 'tag', pageSize: 4 })
  await owner.v2('listTaxonomyTerms', { taxonomy: 'category', search: 'ro' })
  await callOperation(
    scene,
    'updateTaxonomyTerm',
    { termId: ids.get('tag Weather'), name: 'Weather and wind', description: 'What blows.', ifVersion: 1 },
    { foreign: true, other: { termId: ids.get('tag Weather'), name: 'Wind' } },
  )
  await callOperation(
    scene,
    'deleteTaxonomyTerm',
    { termId: ids.get('tag Cooking'), reassignToId: ids.get('tag Merged') },
    { foreign: true, other: { termId: ids.get('tag Tides') } },
  )
  await callOperation(scene, 'listAuthors', { collection: 'articles' })
  await callOperation(
    scene,
    'updateAuthor',
    { authorId: ids.get('author Ben Harrow'), bio: 'Reads *tides*.', slug: 'ben' },
    { foreign: true, other: { authorId: ids.get('author Ben Harrow'), name: 'Ben' } },
  )
  await callOperation(
    scene,
    'deleteAuthor',
    { authorId: ids.get('author Gone Tomorrow') },
    { foreign: true, other: { authorId: ids.get('author Ben Harrow') } },
  )
}

async function readItems(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  const item = ids.get('item a-first-rope')
  await callOperation(scene, 'getItem', { id: item, include: ['revisions', 'warnings', 'links'] }, { foreign: true })
  await owner.v2('getItem', { slug: 'five-knots', bodyFormat: 'html' })
  await owner.v2('getItem', { slug: 'bollard', collection: 'glossary', bodyFormat: 'source' })
  for (const name of ['harbour-kitchen', 'html-logbook', 'umlaute', 'tide-tables', 'weather-windows', 'everything'])
    await owner.v2('getItem', { id: ids.get(`item ${name}`), bodyFormat: 'html', include: ['warnings'] })
  await callOperation(scene, 'listItems', { status: 'published', pageSize: 5 })
  await owner.v2('listItems', { collection: 'glossary', fields: ['title', 'slug', 'url'] })
  await owner.v2('listItems', { collection: ids.get('collection recipes'), page: 2, pageSize: 2 })
  await owner.v2('listItems', { search: 'knots' })
  await owner.v2('listItems', { search: 'https://www.harbour.example/articles/five-knots' })
  await owner.v2('listItems', { updatedSince: '2030-01-01T00:00:00Z' })
  await callOperation(scene, 'listManagerItems', { search: 'rope' })
  for (const input of [
    { status: ['draft', 'scheduled'], orderBy: 'title', pageSize: 4 },
    { authorId: ids.get('author Ada Quill'), categoryId: ids.get('category Ropes') },
    { tagId: ids.get('tag Safety'), orderBy: '-publishAt' },
    { hasWarnings: true, pageSize: 3 },
    { hasWarnings: false, collectionId: ids.get('collection docs') },
    { trashed: true },
    { from: '2024-01-01T00:00:00Z', to: '2024-12-31T00:00:00Z' },
    { reviewState: 'requested', externalState: 'none' },
  ])
    await owner.v2('listManagerItems', input)
  await callOperation(scene, 'listPublishingWarnings', { severity: 'error' })
  await owner.v2('listPublishingWarnings', { pageSize: 20 })
  await owner.v2('listPublishingWarnings', { status: 'draft', search: 'draft' })
  await callOperation(
    scene,
    'validatePost',
    { id: item, draftPatch: { title: 'X', content: '# Title\n\n[nowhere](/articles/nowhere)' } },
    { foreign: true },
  )
  await owner.v2('validatePost', { id: ids.get('item broken-links') })
  await callOperation(
    scene,
    'previewItem',
    { id: item, draftPatch: { title: 'Unsaved', content: 'Some **other** words.' } },
    { foreign: true },
  )
  await callOperation(scene, 'findDuplicateItems', { collectionId: ids.get('collection articles') })
  await owner.v2('findDuplicateItems', { itemId: ids.get('item anchor-basics'), minScore: 0.3 })
}

async function changeItems(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  const id = ids.get('item plain')
  await callOperation(
    scene,
    'updateItem',
    { id, content: 'Plainer words, and [a rope](/articles/a-first-rope).', title: 'Plainer words', ifVersion: 1 },
    { foreign: true, other: { id, title: 'Yet plainer' } },
  )
  await owner.v2('updateItem', { id, slug: 'plainer-words', tagIds: [ids.get('tag Safety')] })
  await owner.v2('updateItem', { id, excerpt: 'Short.', metaDescription: null, robots: { noindex: true } })
  await owner.v2('updateItem', { id })
  const draft = ids.get('item draft-of-a-guide')
  await owner.v2('updateItem', { id: draft, title: 'A draft of a better guide', faq: [{ question: 'Q', answer: 'A' }] })
  await owner.v2('updateItem', {
    id: ids.get('item five-knots'),
    featuredImageId: ids.get('media quay'),
    relatedArticles: [id],
  })
  await callOperation(scene, 'listItemRevisions', { id, compare: [1, 2] }, { foreign: true })
  await owner.v2('listItemRevisions', { id, page: 2, pageSize: 1 })
  await callOperation(
    scene,
    'restoreItemRevision',
    { id: draft, revision: 1 },
    { foreign: true, other: { id: draft, revision: 2 } },
  )
  await callOperation(
    scene,
    'deleteItem',
    { id: ids.get('item trash-one') },
    { foreign: true, other: { id: ids.get('item trash-two') } },
  )
  await owner.v2('deleteItem', { id: ids.get('item trash-two') }, { confirm: true })
  await owner.v2('listManagerItems', { trashed: true })
  await callOperation(
    scene,
    'restoreItem',
    { id: ids.get('item trash-two') },
    { foreign: true, other: { id: ids.get('item trash-one') } },
  )
  await callOperation(
    scene,
    'bulkUpdateItems',
    { ids: [ids.get('item note-compass'), draft], patch: { addTagIds: [ids.get('tag Safety')] } },
    { other: { ids: [draft], patch: { robots: { nofollow: true } } } },
  )
}

async function publish(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  const id = ids.get('item comparison-anchors')
  await callOperation(scene, 'publishItem', { id }, { foreign: true, other: { id: ids.get('item long-title') } })
  await owner.v2('publishItem', { id: ids.get('item empty-draft') }, { confirm: true })
  await callOperation(
    scene,
    'unpublishItem',
    { id, redirectTo: ids.get('item anchor-basics') },
    { foreign: true, other: { id: ids.get('item long-title') } },
  )
  await callOperation(
    scene,
    'scheduleItem',
    { id: ids.get('item long-title'), publishAt: inDays(100) },
    { foreign: true, other: { id: ids.get('item long-title'), slot: 'next' } },
  )
  await owner.v2('scheduleItem', { id, slot: 'next' }, { confirm: true })
  await callOperation(scene, 'unscheduleItem', { id }, { foreign: true, other: { id: ids.get('item long-title') } })
  await callOperation(scene, 'listCalendar', { from: dayIn(39), to: dayIn(41) })
  await owner.v2('listCalendar', { from: '2024-03-01', to: '2024-03-12', collectionId: 'articles' })
}

async function reviewItems(scene: Scene): Promise<void> {
  const { ids, members } = scene
  const id = ids.get('item draft-of-a-guide')
  await callOperation(
    scene,
    'requestItemReview',
    { id, reviewerUserIds: [members.editor.userId], note: 'Please, by Friday' },
    { foreign: true, other: { id, reviewerUserIds: [members.author.userId] } },
  )
  await members.editor.v2('submitItemReview', { id, decision: 'changes', note: 'Too short' }, { confirm: true })
  await scene.owner.v2('requestItemReview', { id, reviewerUserIds: [members.editor.userId] })
  await callOperation(
    scene,
    'submitItemReview',
    { id, decision: 'approve' },
    { foreign: true, other: { id, decision: 'changes', note: 'Again' } },
  )
}

async function changeLibrary(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  await callOperation(scene, 'listContextEntries', { kind: 'fact' })
  await owner.v2('listContextEntries', { search: 'tide', tag: 'tides' })
  await callOperation(scene, 'getContextEntry', { id: ids.get('entry voice') }, { foreign: true })
  await callOperation(
    scene,
    'updateContextEntry',
    { id: ids.get('entry product'), body: 'Shows tides. Costs 95 EUR.', tags: ['clock'], ifVersion: 1 },
    { foreign: true, other: { id: ids.get('entry product'), pinned: true } },
  )
  await callOperation(
    scene,
    'deleteContextEntry',
    { id: ids.get('entry deleted') },
    { foreign: true, other: { id: ids.get('entry old') } },
  )
  await callOperation(scene, 'searchContextLibrary', { query: 'how high are the tides', kinds: ['fact', 'product'] })
  for (const query of ['ropes', 'boats and vessels', 'clok', 'nothing of this'])
    await owner.v2('searchContextLibrary', { query, limit: 3 })
}

async function changeTopics(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  await callOperation(
    scene,
    'listTopics',
    { state: 'pending', collectionId: ids.get('collection articles') },
    { foreign: true },
  )
  await callOperation(
    scene,
    'updateTopic',
    { topicId: ids.get('topic buoys'), priority: 90, angle: 'From the water' },
    { foreign: true, other: { topicId: ids.get('topic fog'), priority: 1 } },
  )
  await callOperation(
    scene,
    'reviewTopics',
    { ids: [ids.get('topic lights'), ids.get('topic ropes'), 'top_unknown'], decision: 'approve' },
    { other: { ids: [ids.get('topic fog')], decision: 'approve' } },
  )
  await owner.v2('reviewTopics', { ids: [ids.get('topic rejected')], decision: 'reject', reason: 'Not our readers' })
  await callOperation(
    scene,
    'deleteTopic',
    { topicId: ids.get('topic deleted') },
    { foreign: true, other: { topicId: ids.get('topic fog') } },
  )
  await owner.v2('listTopics', { search: 'about', pageSize: 2 })
}

async function draft(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  const given = {
    title: 'What the lights of a harbour say',
    content: '## Red\n\nPort.\n\n## Green\n\nStarboard. See [tides](/articles/tide-tables).',
    tldr: 'Red is port, green is starboard.',
    metaDescription:
      'The lights of small harbours, what their colours say and how they are found at night from the water.',
    seoTitle: 'Harbour lights explained',
    faq: [{ question: 'Red?', answer: 'Port.' }],
    citations: [{ url: 'https://coastguard.example/lights', title: 'Lights', quote: 'Red to port.' }],
  }
  await callOperation(scene, 'listGenerationOptions', {})
  await callOperation(scene, 'getWritingBrief', { topicId: ids.get('topic lights') }, { foreign: true })
  await owner.v2('getWritingBrief', { itemId: ids.get('item draft-of-a-guide'), maxContextChars: 1000 })
  await callOperation(
    scene,
    'submitDraft',
    { topicId: ids.get('topic lights'), draft: given, model: 'model-1' },
    { foreign: true, other: { topicId: ids.get('topic ropes'), draft: given } },
  )
  await owner.v2('submitDraft', {
    itemId: ids.get('item draft-of-a-guide'),
    draft: { ...given, title: 'Ropes anew', slug: 'ropes-anew' },
    model: 'model-2',
  })
  await owner.v2('submitDraft', { itemId: ids.get('item note-radio'), draft: { ...given, title: 'Radio anew' } })
  await owner.v2('getItem', { id: ids.get('item note-radio'), include: ['revisions'] })
}

async function improveSearch(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  const [winner, duplicate] = [ids.get('item anchor-basics'), ids.get('item anchor-basics-again')]
  await callOperation(scene, 'suggestInternalLinks', { id: ids.get('item five-knots'), limit: 5 }, { foreign: true })
  await owner.v2('suggestInternalLinks', { id: ids.get('item tide-tables'), direction: 'in' })
  await callOperation(
    scene,
    'createRedirect',
    { fromPath: '/old/knots', toItemId: ids.get('item five-knots') },
    { foreign: true, other: { fromPath: '/old/other', toUrl: 'https://elsewhere.example/new' } },
  )
  await owner.v2(
    'createRedirect',
    { fromPath: '/old/away', toUrl: 'https://elsewhere.example/away' },
    { confirm: true },
  )
  const { redirect } = await owner.result(
    'createRedirect',
    { fromPath: '/articles/long-gone', toItemId: winner },
    { confirm: true },
  )
  await callOperation(
    scene,
    'consolidateItems',
    { winnerId: winner, duplicateIds: [duplicate], rewriteReferences: true, createRedirects: true },
    {
      foreign: true,
      other: { winnerId: duplicate, duplicateIds: [winner], rewriteReferences: true, createRedirects: true },
    },
  )
  await owner.v2('getItem', { id: ids.get('item anchor-chain') })
  await callOperation(scene, 'listRedirects', { reason: 'consolidation' })
  await owner.v2('listRedirects', {})
  await callOperation(
    scene,
    'deleteRedirect',
    { redirectId: redirect.id },
    { foreign: true, other: { redirectId: 'red_unknown' } },
  )
  await callOperation(
    scene,
    'generateItemMetadata',
    { id: ids.get('item note-compass'), fields: ['og', 'twitter', 'schemaJsonLd'] },
    { foreign: true, other: { id: ids.get('item note-compass'), fields: ['og'] } },
  )
}

async function changeMedia(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  await callOperation(scene, 'listMedia', { kind: 'image', pageSize: 2 })
  await owner.v2('listMedia', { unused: true, search: 'wreck' })
  await callOperation(
    scene,
    'importMediaFromUrl',
    { url: `${scene.website}/harbour.png`, alt: 'Ships' },
    { other: { url: `${scene.website}/other.png` } },
  )
  await callOperation(
    scene,
    'deleteMedia',
    { mediaId: ids.get('media wreck') },
    { foreign: true, other: { mediaId: ids.get('media quay') } },
  )
  await owner.v2('deleteMedia', { mediaId: ids.get('media quay') }, { confirm: true })
  const spare = await newImage(scene, 'spare', await pictureOf(50, 20))
  await owner.v2('updateItem', { id: ids.get('item note-sails'), featuredImageId: spare })
  await owner.v2('deleteMedia', { mediaId: spare, force: true }, { confirm: true })
  await owner.v2('listMedia', {})
}

async function changeMembers(scene: Scene): Promise<void> {
  const { owner, members } = scene
  await callOperation(scene, 'listMembers', { search: 'the ' })
  await owner.v2('listMembers', { role: 'owner' })
  const { invitation } = await callOperation(
    scene,
    'inviteMember',
    { email: 'guest@example.com', role: 'author', message: 'Welcome.' },
    { other: { email: 'other@example.com', role: 'viewer' } },
  )
  await callOperation(scene, 'listInvitations', { status: 'pending' })
  await callOperation(
    scene,
    'resendInvitation',
    { invitationId: invitation.id },
    { foreign: true, other: { invitationId: 'inv_unknown' } },
  )
  await callOperation(
    scene,
    'cancelInvitation',
    { invitationId: invitation.id },
    { foreign: true, other: { invitationId: 'inv_unknown' } },
  )
  const { userId } = members.viewer
  await callOperation(
    scene,
    'updateMemberRole',
    { userId, role: 'author' },
    { foreign: true, other: { userId, role: 'editor' } },
  )
  await owner.v2('updateMemberRole', { userId, role: 'viewer' }, { confirm: true })
  await owner.v2('updateMemberRole', { userId, role: 'owner' }, { confirm: true })
}

async function connect(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  await callOperation(scene, 'getConnectorState', {})
  await owner.v2('testIntegration', { id: 'revalidation' }, { confirm: true })
  await callOperation(
    scene,
    'updateIntegrationSettings',
    { id: 'revalidation', settings: { webhookUrl: `${scene.website}/api/revalidate`, notifySearchEngines: false } },
    { other: { id: 'revalidation', settings: { notifySearchEngines: true } } },
  )
  await owner.v2('getConnectorState', {})
  await scene.inApp('createWebhookSecret', {})
  await callOperation(
    scene,
    'testIntegration',
    { id: 'revalidation', itemId: ids.get('item five-knots') },
    { other: { id: 'revalidation', probe: 'write' } },
  )
  await owner.v2('updateItem', { id: ids.get('item tide-tables'), excerpt: 'High water is a time.' })
  await owner.v2('updateItem', { id: ids.get('item tide-tables'), excerpt: 'High water is no height.' })
  await owner.v2('publishItem', { id: ids.get('item trash-two') }, { confirm: true })
  const { items } = await callOperation(scene, 'listDeliveries', { state: 'queued' })
  await callOperation(
    scene,
    'cancelJob',
    { jobId: await jobOf(scene) },
    { foreign: true, other: { jobId: 'job_unknown' } },
  )
  const deliveryIds = [items[0].id]
  await owner.v2('retryDelivery', { deliveryIds }, { confirm: true })
  await scene.stranger.v2('retryDelivery', { deliveryIds }, { confirm: true })
}

/** A job that nobody runs: there is no worker. */
async function jobOf({ owner }: Scene): Promise<string> {
  const { jobId } = await owner.result('exportItems', { format: 'csv' }, { idempotencyKey: 'to-be-canceled' })
  return jobId
}

async function startJobs(scene: Scene): Promise<void> {
  const { owner, ids, website } = scene
  const { jobId } = await callOperation(
    scene,
    'exportItems',
    { format: 'jsonl', filter: { collectionId: ids.get('collection glossary') } },
    { foreign: true, other: { format: 'csv' } },
  )
  await callOperation(scene, 'getJob', { jobId }, { foreign: true })
  await callOperation(
    scene,
    'importItems',
    { source: 'rss', urlOrMediaId: `${website}/feed.xml`, collectionId: ids.get('collection articles') },
    { foreign: true, other: { source: 'sitemap', urlOrMediaId: website, collectionId: 'articles' } },
  )
  await callOperation(
    scene,
    'importContextFromUrl',
    { url: `${website}/manual/`, kind: 'product', maxPages: 3 },
    { other: { url: `${website}/manual/`, kind: 'fact' } },
  )
  await owner.v2('captureComparisonScreenshots', { itemId: ids.get('item comparison-ropes') }, { confirm: true })
  await callOperation(scene, 'listJobs', { state: 'queued' })
  await owner.v2('listJobs', { kind: 'exportItems', pageSize: 1 })
}

async function readLog(scene: Scene): Promise<void> {
  const { owner } = scene
  const { items } = await callOperation(scene, 'listAgentAuditLog', { operation: 'updateItem', pageSize: 3 })
  await callOperation(scene, 'getAgentAuditRecord', { requestId: items[0].requestId }, { foreign: true })
  for (const input of [
    { status: 'rejected', pageSize: 4 },
    { risk: 'destructive', pageSize: 3 },
    { status: 'replayed', pageSize: 2 },
    { actorKind: 'person', pageSize: 5 },
    { search: 'confirmation_required', pageSize: 3, page: 2 },
  ])
    await owner.v2('listAgentAuditLog', input)
}
