import { dayIn, inDays } from '../content-calls.ts'
import { callOperation } from '../operation-calls.ts'
import type { Scene } from '../scene.ts'

export async function readItems(scene: Scene): Promise<void> {
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

export async function changeItems(scene: Scene): Promise<void> {
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

export async function publish(scene: Scene): Promise<void> {
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

export async function reviewItems(scene: Scene): Promise<void> {
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
