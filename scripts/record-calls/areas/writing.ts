import { callOperation } from '../operation-calls.ts'
import type { Scene } from '../scene.ts'

export async function changeTopics(scene: Scene): Promise<void> {
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

export async function draft(scene: Scene): Promise<void> {
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

export async function improveSearch(scene: Scene): Promise<void> {
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
