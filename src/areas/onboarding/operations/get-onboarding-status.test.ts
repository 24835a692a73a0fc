import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { createContextEntry } from '#areas/library/operations/create-context-entry.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { deleteTopic } from '#areas/topics/operations/delete-topic.ts'
import { catalog } from '#catalog/catalog.ts'
import { stage } from '#test/stage.ts'

import { completeOnboardingStep } from './complete-onboarding-step.ts'
import { getOnboardingStatus } from './get-onboarding-status.ts'

async function organization() {
  const on = await stage()
  const step = async (key: string) => (await on.call(getOnboardingStatus, {})).steps.find((one) => one.key === key)
  const publish = () =>
    on.call(
      createItem,
      { collectionId: 'articles' as never, title: 'First', content: 'Words.', status: 'published' },
      { confirm: true },
    )
  return { ...on, step, publish }
}

test('a new organization has its steps in order, and the collection that it was made with', async () => {
  const { call } = await organization()

  expect(await call(getOnboardingStatus, {})).toEqual({
    steps: [
      { key: 'siteUrl', state: 'todo', evidence: null, nextAction: 'updateOrganizationSettings' },
      { key: 'brand', state: 'todo', evidence: null, nextAction: 'updateOrganizationSettings' },
      { key: 'contentMode', state: 'todo', evidence: null, nextAction: 'completeOnboardingStep' },
      { key: 'firstCollection', state: 'done', evidence: 'articles', nextAction: null },
      { key: 'firstContext', state: 'todo', evidence: null, nextAction: 'createContextEntry' },
      { key: 'firstTopic', state: 'todo', evidence: null, nextAction: 'createBlogTopic' },
      { key: 'firstPublish', state: 'todo', evidence: null, nextAction: 'publishItem' },
    ],
    percent: 14,
  })
})

test('every next action is an operation of the catalog', async () => {
  const { call } = await organization()
  const names = new Set<string>(
    Object.values(catalog)
      .flat()
      .map(({ name }) => name),
  )

  const { steps } = await call(getOnboardingStatus, {})

  expect(steps.flatMap(({ nextAction }) => nextAction ?? []).filter((name) => !names.has(name))).toEqual([])
})

test('settings do their steps, and undo them', async () => {
  const { call, step } = await organization()
  await call(updateOrganizationSettings, { siteUrl: 'https://example.com', brand: { name: 'Example' } })

  expect(await step('siteUrl')).toMatchObject({ state: 'done', evidence: 'https://example.com' })
  expect(await step('brand')).toMatchObject({ state: 'done', evidence: 'Example' })
  await call(updateOrganizationSettings, { siteUrl: null })
  expect(await step('siteUrl')).toMatchObject({ state: 'todo', evidence: null })
})

test('another content mode than the first one is a choice', async () => {
  const { call, step } = await organization()
  await call(updateOrganizationSettings, { contentMode: 'webflow' }, { confirm: true })

  expect(await step('contentMode')).toMatchObject({ state: 'done', evidence: 'webflow' })
})

test('publishing does the last step, a draft and the trash do not', async () => {
  const { call, step, publish } = await organization()
  await call(createItem, { collectionId: 'articles' as never, title: 'Draft' })
  expect((await step('firstPublish'))?.state).toBe('todo')

  const { item } = await publish()

  expect(await step('firstPublish')).toMatchObject({ state: 'done', evidence: item.id })
  await call(deleteItem, { id: item.id }, { confirm: true })
  expect((await step('firstPublish'))?.state).toBe('todo')
})

test('the first entry of the Context Library and the first topic do their steps', async () => {
  const { call, step } = await organization()

  const { entry } = await call(createContextEntry, { kind: 'fact', title: 'Founded', body: 'In 2011.' })
  const { topic } = await call(createBlogTopic, {
    topic: 'How to choose a CRM',
    primaryKeyword: 'choose a crm',
    angle: 'For small teams',
    collectionPresetId: 'articles' as never,
  })

  expect(await step('firstContext')).toEqual({
    key: 'firstContext',
    state: 'done',
    evidence: entry.id,
    nextAction: null,
  })
  expect(await step('firstTopic')).toEqual({ key: 'firstTopic', state: 'done', evidence: topic.id, nextAction: null })
  await call(deleteTopic, { topicId: topic.id }, { confirm: true })
  expect((await step('firstTopic'))?.state).toBe('todo')
})

test('of several published items the first one is shown', async () => {
  const { step, publish } = await organization()
  const first = await publish()
  await publish()

  expect(await step('firstPublish')).toMatchObject({ evidence: first.item.id })
})

test('a fact counts for more than that a step was skipped', async () => {
  const { call, step } = await organization()
  await call(completeOnboardingStep, { step: 'brand', state: 'skipped' })
  await call(updateOrganizationSettings, { brand: { name: 'Example' } })

  expect((await step('brand'))?.state).toBe('done')
})

test('a viewer sees the steps', async () => {
  const { call } = await stage({ role: 'viewer' })

  expect((await call(getOnboardingStatus, {})).steps).toHaveLength(7)
})
