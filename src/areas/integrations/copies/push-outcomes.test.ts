import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'

import { pushItemToCms } from '#areas/integrations/operations/push-item-to-cms.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { connectedCms } from '#test/connected-cms.ts'
import { newImage } from '#test/pictures.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function inWordpress(options: Parameters<typeof openWordpress>[0] = {}) {
  const site = await openWordpress(options)
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

test.each(['javascript:alert(1)', `https://blog.test/${'a'.repeat(2048)}`, '/relative'])(
  'an article arrives although what it says of its address is none',
  async (address) => {
    const { site, cms } = await inWordpress({ link: () => address })
    const id = await cms.item('Tides')
    expect(await cms.run(await cms.publish(id))).toBe('ended')

    expect(await cms.look(id)).toMatchObject({ externalState: 'synced', externalUrl: null })
    await cms.run(await cms.unpublish(id))
    expect([...site.posts.values()].map(({ status }) => status)).toEqual(['draft'])
  },
)

test('an article whose picture is gone holds no other one of its job back', async () => {
  const { site, cms } = await inWordpress()
  const image = await newImage(cms.on)
  const [pictured, plain] = [await cms.item('Pictured'), await cms.item('Plain')]
  await cms.edit(pictured, { featuredImageId: image.id })
  await cms.on.rows(({ db }) =>
    db
      .updateTable('media')
      .set({ url: sql<string>`regexp_replace(url, '[^/]+$', '9999.webp')` })
      .execute(),
  )

  const call = { itemIds: [pictured, plain], as: 'draft' as const }
  const { jobId } = await cms.on.call(pushItemToCms, call, { confirm: true })
  expect(await cms.run(jobId)).toBe('ended')

  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['Plain'])
  expect(await cms.on.call(getJob, { jobId })).toMatchObject({
    state: 'partial',
    result: {
      results: [
        { id: pictured, ok: false, error: { code: 'target_rejected' } },
        { id: plain, ok: true },
      ],
    },
  })
  expect(await cms.look(pictured)).toMatchObject({ externalState: 'failed' })
})
