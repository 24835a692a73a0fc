import { expect, test } from 'vitest'

import { missingIn } from '#web/parts/what-is-missing.tsx'

test('what a call lacks is said in words for people, with the place where it is set up', () => {
  const howToFix = 'A person stores a key in Settings > Models, or the operator sets one (OPENAI_API_KEY and the like).'
  expect(missingIn({ howToFix })).toEqual({ words: howToFix, place: 'Models', integrationId: null })
  expect(
    missingIn({ integrationId: 'int_1', howToFix: 'A person renews it in Settings > Integrations > Blog.' }),
  ).toEqual({
    words: 'A person renews it in Settings > Integrations > Blog.',
    place: 'Integrations',
    integrationId: 'int_1',
  })
})

test('words for agents are left out, and the place is that of the connection', () => {
  const details = { integrationId: 'int_1', howToFix: 'Select a target with selectIntegrationTarget.' }
  expect(missingIn(details)).toEqual({ words: null, place: 'Integrations', integrationId: 'int_1' })
})

test('nothing is invented where nothing is said', () => {
  const nothing = { words: null, place: null, integrationId: null }
  expect(missingIn(undefined)).toEqual(nothing)
  expect(missingIn([{ path: '/input', message: 'No', code: 'x' }])).toEqual(nothing)
  expect(missingIn({ howToFix: 'Read Settings > Elsewhere.' })).toMatchObject({ place: null })
})
