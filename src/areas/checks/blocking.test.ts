import { expect, test } from 'vitest'

import { listPublishingWarnings } from '#areas/checks/operations/list-publishing-warnings.ts'
import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { stage } from '#test/stage.ts'

const collectionId = 'articles' as never
const confirm = { confirm: true }
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

async function strictStage() {
  const on = await stage()
  await on.call(updateOrganizationSettings, { publishingPolicy: { minWarningsSeverityToBlock: 'error' } })
  return on
}

test('errors never block by themselves', async () => {
  const on = await stage()

  const made = await on.call(createItem, { collectionId, title: 'Live', status: 'published' }, confirm)
  const changed = await on.call(updateItem, { id: made.item.id, tldr: 'Short.' })
  const again = await on.call(publishItem, { id: made.item.id }, confirm)

  for (const { publishingWarnings } of [made, changed, again])
    expect(publishingWarnings?.map(({ code }) => code)).toContain('h1_missing')
})

test('a draft that stays one has no warnings in the answer of a change, a new one has', async () => {
  const on = await stage()

  const { item, publishingWarnings } = await on.call(createItem, { collectionId, title: 'Draft' })
  const changed = await on.call(updateItem, { id: item.id, tldr: 'Short.' })

  expect(publishingWarnings.length).toBeGreaterThan(0)
  expect(changed).not.toHaveProperty('publishingWarnings')
})

test('with the policy nothing goes live or is scheduled with open errors, and nothing is written', async () => {
  const on = await strictStage()
  const { item } = await on.call(createItem, { collectionId, title: 'Draft' })
  const refusal = {
    code: 'blocked_by_policy',
    details: {
      alternative: { operation: 'publishItem' },
      errors: expect.arrayContaining([expect.objectContaining({ code: 'primary_keyword_missing', severity: 'error' })]),
    },
  }

  await expect(on.call(updateItem, { id: item.id, status: 'published' }, confirm)).rejects.toMatchObject(refusal)
  await expect(
    on.call(updateItem, { id: item.id, status: 'scheduled', publishAt: tomorrow }, confirm),
  ).rejects.toMatchObject(refusal)
  await expect(on.call(createItem, { collectionId, title: 'New', status: 'published' }, confirm)).rejects.toMatchObject(
    refusal,
  )
  await expect(on.call(publishItem, { id: item.id }, confirm)).rejects.toMatchObject({ code: 'blocked_by_policy' })

  expect((await on.call(getItem, { id: item.id })).item).toMatchObject({ status: 'draft', version: 1 })
  await expect(on.call(getItem, { slug: 'new' })).rejects.toMatchObject({ code: 'not_found' })
})

test('publishItem accepts errors by name, every one of them, and edits of what is live are free', async () => {
  const on = await strictStage()
  const { item, publishingWarnings } = await on.call(createItem, { collectionId, title: 'Draft' })
  const errors = publishingWarnings.flatMap(({ severity, code }) => (severity === 'error' ? code : []))

  await expect(on.call(publishItem, { id: item.id, acceptWarnings: errors.slice(1) }, confirm)).rejects.toMatchObject({
    details: { errors: [{ code: errors[0] }] },
  })
  const published = await on.call(publishItem, { id: item.id, acceptWarnings: errors }, confirm)
  await on.call(updateItem, { id: item.id, tldr: 'Short.' })

  expect(published.item.status).toBe('published')
  expect(published.publishingWarnings.map(({ code }) => code)).toEqual(expect.arrayContaining(errors))
})

// collections.md#fields-follow-a-schema
test('what a collection requires and an item leaves out is an error of its publication, seen as soon as it is required', async () => {
  const on = await strictStage()
  const { item } = await on.call(createItem, { collectionId, title: 'Draft' })
  const warned = async () => (await on.call(listPublishingWarnings, { code: ['custom_fields_missing'] })).total
  const noted = () => on.rows(({ db }) => db.selectFrom('item_recheck').select('item_id').execute())
  expect([await warned(), await noted()]).toEqual([0, []])

  const fieldsSchema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] }
  await on.call(updateCollection, { collectionId, fieldsSchema })
  expect(await noted()).toEqual([{ item_id: '*' }])
  expect(await warned()).toBe(1)
  await expect(on.call(publishItem, { id: item.id }, confirm)).rejects.toMatchObject({
    code: 'blocked_by_policy',
    details: {
      errors: expect.arrayContaining([
        expect.objectContaining({ code: 'custom_fields_missing', evidence: { fields: ['price'], count: 1 } }),
      ]),
    },
  })

  await on.call(updateItem, { id: item.id, customFields: { price: 1 } })
  await expect(on.call(publishItem, { id: item.id }, confirm)).rejects.toMatchObject({
    details: { errors: expect.not.arrayContaining([expect.objectContaining({ code: 'custom_fields_missing' })]) },
  })
})
