import { newImage } from '../media-calls.ts'
import { callOperation } from '../operation-calls.ts'
import { pictureOf } from '../pictures.ts'
import type { Scene } from '../scene.ts'

export async function changeTerms(scene: Scene): Promise<void> {
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

export async function changeMedia(scene: Scene): Promise<void> {
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

export async function changeLibrary(scene: Scene): Promise<void> {
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
