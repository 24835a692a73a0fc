import { expect, test } from 'vitest'

import { stepKeys } from '#areas/onboarding/steps.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { stage } from '#test/stage.ts'

import { completeOnboardingStep } from './complete-onboarding-step.ts'
import { getOnboardingStatus } from './get-onboarding-status.ts'

test('a skipped step stays skipped, and counts as behind one', async () => {
  const { call } = await stage()

  const { steps, percent } = await call(completeOnboardingStep, { step: 'firstTopic', state: 'skipped' })

  expect(steps.find(({ key }) => key === 'firstTopic')).toMatchObject({ state: 'skipped', evidence: null })
  expect(percent).toBe(29)
  expect(await call(getOnboardingStatus, {})).toEqual({ steps, percent })
})

test('skipping twice answers the same', async () => {
  const { call } = await stage()

  const first = await call(completeOnboardingStep, { step: 'brand', state: 'skipped' })

  expect(await call(completeOnboardingStep, { step: 'brand', state: 'skipped' })).toEqual(first)
})

test.each(stepKeys.filter((key) => key !== 'contentMode'))('%s is done by facts, not by word', async (step) => {
  const { call } = await stage()
  const before = await call(getOnboardingStatus, {})

  await expect(call(completeOnboardingStep, { step, state: 'done' })).rejects.toMatchObject({
    code: 'invalid_transition',
    status: 409,
    details: { step, allowed: step === 'firstCollection' ? [] : ['skipped'] },
  })
  expect(await call(getOnboardingStatus, {})).toEqual(before)
})

test('that the content mode is meant as it is, a person says', async () => {
  const { call } = await stage()
  await call(completeOnboardingStep, { step: 'contentMode', state: 'skipped' })

  const { steps } = await call(completeOnboardingStep, { step: 'contentMode', state: 'done' })

  expect(steps.find(({ key }) => key === 'contentMode')).toMatchObject({ state: 'done', evidence: 'headless' })
})

test('what is done is not skipped, by fact and by word', async () => {
  const { call } = await stage()
  await call(completeOnboardingStep, { step: 'contentMode', state: 'done' })
  await call(updateOrganizationSettings, { siteUrl: 'https://example.com' })

  for (const step of ['contentMode', 'siteUrl', 'firstCollection'] as const)
    await expect(call(completeOnboardingStep, { step, state: 'skipped' })).rejects.toMatchObject({
      code: 'invalid_transition',
      details: { step, state: 'done', allowed: [] },
    })
})

test('two people who settle a step at once are both answered', async () => {
  const { call } = await stage()

  const answers = await Promise.all(
    [1, 2, 3].map(() => call(completeOnboardingStep, { step: 'firstContext', state: 'skipped' })),
  )

  expect(new Set(answers.map(({ percent }) => percent))).toEqual(new Set([29]))
})

test('an editor settles nothing', async () => {
  const { call } = await stage({ role: 'editor' })

  await expect(call(completeOnboardingStep, { step: 'brand', state: 'skipped' })).rejects.toMatchObject({
    code: 'role_forbidden',
  })
})

test.each([
  [{ step: 'brand', state: 'todo' }, '/input/state'],
  [{ step: 'everything', state: 'skipped' }, '/input/step'],
  [{ step: 'brand' }, '/input/state'],
])('%j is refused at %s', async (input, path) => {
  const { answerOf } = await stage()

  const answer = await answerOf(completeOnboardingStep, input)

  expect(answer.status).toBe(422)
  expect(JSON.parse(answer.body).error.details[0].path).toBe(path)
})
