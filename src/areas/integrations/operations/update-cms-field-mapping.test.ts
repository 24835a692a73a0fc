import { afterEach, expect, test } from 'vitest'

import { connectedCms } from '#test/connected-cms.ts'
import { openGhost } from '#test/standins/ghost.ts'

import { updateCmsFieldMapping } from './update-cms-field-mapping.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

test('two texts do not go to one field; lists may, and so may a text in place of another', async () => {
  const site = await openGhost()
  closing.push(site.close)
  const { on, integrationId: id } = await connectedCms(site)
  const map = async (mapping: object) =>
    (await on.call(updateCmsFieldMapping, { id, mapping }, { confirm: true })).mapping

  await expect(map({ seoTitle: 'title' })).rejects.toMatchObject({
    code: 'target_rejected',
    message: expect.stringContaining('title and seoTitle'),
    details: { reason: 'field_taken', fields: ['title', 'seoTitle'] },
  })
  await expect(map({ ogTitle: 'og_title', twitterTitle: 'og_title' })).rejects.toMatchObject({
    code: 'target_rejected',
  })
  expect(await map({ tags: 'tags', categories: 'tags' })).toMatchObject({ tags: 'tags', categories: 'tags' })
  expect(await map({ metaDescription: null, excerpt: 'meta_description' })).toMatchObject({
    excerpt: 'meta_description',
  })
})
