import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { listItemRevisions } from '#areas/content/operations/list-item-revisions.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { replaceItemLinks } from '#areas/seo/operations/replace-item-links.ts'
import { stage } from '#test/stage.ts'

const content = 'See [a](https://a.example/old) and [b](https://a.example/gone).'
const links = [
  { from: 'https://a.example/old', to: 'https://a.example/new' },
  { from: 'https://a.example/gone', to: null },
]

test('links get other addresses with one revision, and none where nothing is found', async () => {
  const on = await stage()
  const { item } = await on.call(createItem, { collectionId: 'articles' as never, title: 'Links', content })

  const { replaced } = await on.call(replaceItemLinks, { id: item.id, links })

  expect(replaced).toBe(2)
  expect((await on.call(getItem, { id: item.id })).item).toMatchObject({
    content: 'See [a](https://a.example/new) and b.',
  })
  expect((await on.call(replaceItemLinks, { id: item.id, links })).replaced).toBe(0)
  expect((await on.call(listItemRevisions, { id: item.id })).total).toBe(2)
})

test('a published item is changed after the confirmation that the organization asks for', async () => {
  const on = await stage()
  const given = { collectionId: 'articles' as never, title: 'Links', content, status: 'published' as const }
  const { item } = await on.call(createItem, given, { confirm: true })
  await on.call(updateOrganizationSettings, { publishingPolicy: { confirmLiveEdits: true } })

  await expect(on.call(replaceItemLinks, { id: item.id, links })).rejects.toMatchObject({
    code: 'confirmation_required',
  })
  expect((await on.call(replaceItemLinks, { id: item.id, links }, { confirm: true })).replaced).toBe(2)
})
