import { callOperation } from './operation-calls.ts'
import type { Scene } from './scene.ts'

/** The settings of the organization, and of the person who records. */
export async function makeSettings(scene: Scene): Promise<void> {
  await callOperation(
    scene,
    'updateOrganizationSettings',
    {
      siteUrl: 'https://www.harbour.example',
      timezone: 'Europe/Copenhagen',
      locale: 'en-GB',
      brand: {
        name: 'Harbour Press',
        aliases: ['The Press'],
        domains: ['harbour.example'],
        description: 'A magazine for small boats.',
        audience: 'People who sail at weekends.',
        competitorsSeed: ['Northrope', 'Big Box'],
      },
      defaults: { publishTime: '09:30', articleType: 'guide' },
      presets: { articleTypes: ['log_entry'], writingStyles: ['terse'] },
      exposeUnpublished: true,
      notificationRoutes: { published: 'email' },
    },
    { other: { name: 'Another name' } },
  )
  await callOperation(
    scene,
    'updateProfile',
    { displayName: 'Ada Quill', timezone: 'Europe/Copenhagen' },
    {
      other: { locale: 'da' },
    },
  )
}

export async function makeCollections(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  const listed = await callOperation(scene, 'listCollections', { includeDisabled: true })
  for (const { id, slug } of listed.items) ids.set(`collection ${slug}`, id)
  const { collection } = await callOperation(
    scene,
    'createCollection',
    {
      name: 'Recipes',
      slug: 'recipes',
      kind: 'custom',
      urlTemplate: '/kitchen/{slug}',
      fieldsSchema: {
        type: 'object',
        properties: { minutes: { type: 'integer', minimum: 1 }, portions: { type: 'integer' } },
        required: ['minutes'],
      },
    },
    { other: { name: 'Others', slug: 'others', kind: 'custom' } },
  )
  ids.set('collection recipes', collection.id)
  await callOperation(
    scene,
    'updateCollection',
    { collectionId: ids.get('collection glossary'), enabled: true, name: 'Glossary of the harbour' },
    { foreign: true, other: { collectionId: ids.get('collection docs'), enabled: false } },
  )
  for (const slug of ['comparisons', 'docs', 'landing'])
    await owner.result('updateCollection', { collectionId: ids.get(`collection ${slug}`), enabled: true })
}

/** Categories, tags and authors. */
export async function makeTerms(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  const rope = await callOperation(
    scene,
    'createTaxonomyTerm',
    { taxonomy: 'category', name: 'Ropes', description: 'What holds a boat.' },
    { other: { taxonomy: 'tag', name: 'Ropes' } },
  )
  ids.set('category Ropes', rope.term.id)
  for (const name of ['Seamanship', 'Life aboard', 'Unused'])
    ids.set(`category ${name}`, (await owner.result('createTaxonomyTerm', { taxonomy: 'category', name })).term.id)
  for (const name of ['Beginners', 'Safety', 'Tides', 'Weather', 'Cooking', 'Logbook', 'Größe', 'Merged'])
    ids.set(`tag ${name}`, (await owner.result('createTaxonomyTerm', { taxonomy: 'tag', name })).term.id)

  const collectionId = ids.get('collection articles')
  const ada = await callOperation(
    scene,
    'createAuthor',
    {
      collectionId,
      name: 'Ada Quill',
      bio: 'Writes, **sails**, mends.',
      socialLinks: { website: 'https://ada.example/' },
    },
    { foreign: true, other: { collectionId, name: 'Somebody else' } },
  )
  ids.set('author Ada Quill', ada.author.id)
  for (const name of ['Ben Harrow', 'Cleo Mast', 'Gone Tomorrow'])
    ids.set(`author ${name}`, (await owner.result('createAuthor', { collectionId, name })).author.id)
}
