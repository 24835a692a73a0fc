import { callOperation } from '../operation-calls.ts'
import type { Scene } from '../scene.ts'

export async function startJobs(scene: Scene): Promise<void> {
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
