import { expect, test } from 'vitest'

import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { contentApi } from '#test/content-stage.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { createItem } from './create-item.ts'
import { getItem } from './get-item.ts'
import { previewItem } from './preview-item.ts'

test('a preview shows unsaved changes everywhere, and stores none', async () => {
  const on = await stage()
  await on.call(updateOrganizationSettings, { siteUrl: 'https://ink.example' })
  const { item } = await on.call(createItem, { collectionId: 'articles' as never, title: 'Ink', content: 'Old body.' })
  const before = await on.call(getItem, { id: item.id })

  const preview = await on.call(previewItem, {
    id: item.id,
    draftPatch: { title: 'Better ink', content: '## New\n\n<script>alert(1)</script>Body.', excerpt: 'In short.' },
  })

  expect(preview.html).toContain('<h2>New</h2>')
  expect(preview.html).not.toContain('script')
  expect(preview.serp).toMatchObject({
    title: 'Better ink',
    description: 'In short.',
    url: 'https://ink.example/articles/ink',
  })
  expect(preview.serp.titlePx).toBeGreaterThan(60)
  expect(preview.openGraph).toMatchObject({ title: 'Better ink', description: 'In short.', image: null })
  expect(preview.twitter).toMatchObject({ card: 'summary', title: 'Better ink' })
  expect(preview.contentApiJson).toMatchObject({ data: { attributes: { title: 'Better ink', word_count: 2 } } })
  expect(await on.call(getItem, { id: item.id })).toEqual(before)
})

test('without changes the preview is exactly what the Content API answers', async () => {
  const on = await stage()
  const { item } = await on.call(
    createItem,
    { collectionId: 'articles' as never, title: 'Ink', content: 'Body.', status: 'published' },
    { confirm: true },
  )

  const { contentApiJson } = await on.call(previewItem, { id: item.id })

  const api = contentApi(await testDatabase())
  const { json } = await api(`/v1/${on.access.organization.id}/articles/${item.id}`)
  expect(contentApiJson).toEqual(json)
})
