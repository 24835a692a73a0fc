import { afterEach, expect, test } from 'vitest'

import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { connectedCms } from '#test/connected-cms.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function inWordpress() {
  const site = await openWordpress()
  closing.push(site.close)
  return { site, cms: await connectedCms(site) }
}

test('JSON that is not an answer of the service is no answer: the push is tried again', async () => {
  const { site, cms } = await inWordpress()
  const { term } = await cms.on.call(createTaxonomyTerm, { taxonomy: 'tag', name: 'Moon' })
  const id = await cms.item('Tides')
  await cms.edit(id, { tagIds: [term.id] })
  site.fail(({ query }) => query.get('slug') === term.slug, { status: 200 })
  const jobId = await cms.publish(id)
  expect(await cms.run(jobId)).toBe('again')
  expect(await cms.deliveries()).toMatchObject([{ state: 'failed', error: { code: 'upstream_failed' } }])

  await cms.hurry()
  expect(await cms.run(jobId)).toBe('ended')

  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['Tides'])
  expect(await cms.look(id)).toMatchObject({ externalState: 'synced' })
})
