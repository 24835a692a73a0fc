import { beforeAll, expect, test } from 'vitest'

import { stage, type Stage } from '#test/stage.ts'
import { newAnalysis, newPrompt } from '#test/visibility-records.ts'

import { deleteAsvPrompts } from './operations/delete-asv-prompts.ts'
import { listAsvAnalyses } from './operations/list-asv-analyses.ts'
import { updateAsvPrompt } from './operations/update-asv-prompt.ts'
import { finds, type PromptFilter, promptsOf } from './prompt-filter.ts'

const prompts = {
  plain: {},
  tagged: { tag: 'crm', intent: 'pricing', locale: 'de', country: 'DE' },
  quoted: { tag: 'the "best", {of} all', intent: 'pricing', locale: 'de-AT', country: 'AT' },
  cased: { tag: 'CRM', locale: 'de', country: 'AT' },
}
type Name = keyof typeof prompts

let on: Stage
let ids: Record<Name, never>
let paused: never
beforeAll(async () => {
  on = await stage()
  const made = { plain: '', tagged: '', quoted: '', cased: '' }
  for (const [name, more] of Object.entries(prompts)) made[name as Name] = await newPrompt(on, more)
  ids = made as never
  paused = (await newPrompt(on, prompts.tagged)) as never
  await on.call(updateAsvPrompt, { id: paused, state: 'paused' })
  const gone = (await newPrompt(on, prompts.tagged)) as never
  await on.call(deleteAsvPrompts, { ids: [gone], keepHistory: true }, { confirm: true })
})

const cases: readonly (readonly [string, () => object, readonly Name[]])[] = [
  ['nothing', () => ({}), ['plain', 'tagged', 'quoted', 'cased']],
  ['ids', () => ({ promptIds: [ids.plain, ids.cased] }), ['plain', 'cased']],
  ['the id of a paused one', () => ({ promptIds: [paused] }), []],
  ['a tag, as it is spelled', () => ({ tags: ['crm'] }), ['tagged']],
  ['one of two tags', () => ({ tags: ['crm', 'CRM'] }), ['tagged', 'cased']],
  ['a tag with signs of JSON', () => ({ tags: ['the "best", {of} all'] }), ['quoted']],
  ['a part of a tag', () => ({ tags: ['cr'] }), []],
  ['an intent', () => ({ intents: ['pricing'] }), ['tagged', 'quoted']],
  ['one of two intents', () => ({ intents: ['pricing', 'discovery'] }), ['plain', 'tagged', 'quoted', 'cased']],
  ['a locale, without its regions', () => ({ locale: 'de' }), ['tagged', 'cased']],
  ['a country', () => ({ country: 'AT' }), ['quoted', 'cased']],
  ['all of several', () => ({ intents: ['pricing'], country: 'AT', locale: 'de-AT' }), ['quoted']],
  ['several that no prompt meets together', () => ({ tags: ['crm'], country: 'AT' }), []],
]

test.each(cases)(
  'a filter for %s finds the same in the database, in a plan and by the record',
  async (_, filterOf, found) => {
    const filter = filterOf() as PromptFilter
    const analysis = await newAnalysis(on, { promptFilter: filter, samples: 1 })

    const rows = await on.rows(({ db }) => promptsOf(db, {}))
    const stored = await on.rows(({ db }) => promptsOf(db, filter))
    const { items } = await on.call(listAsvAnalyses, { pageSize: 100 })

    const expected = found.map((name) => ids[name] as string).toSorted()
    expect(stored.map(({ id }) => id)).toEqual(expected)
    expect(rows.filter((row) => finds(filter, row)).map(({ id }) => id)).toEqual(expected)
    expect(items.find(({ id }) => id === analysis)?.perRun.calls).toBe(expected.length)
  },
)

test('a prompt without an id is found by all conditions except ids', () => {
  const unborn = { tag: 'crm', intent: 'pricing', locale: 'de', country: null } as const

  expect(finds({ tags: ['crm'], intents: ['pricing'], locale: 'de' }, unborn)).toBe(true)
  expect(finds({ promptIds: [ids.tagged] }, unborn)).toBe(false)
  expect(finds({ country: 'DE' }, unborn)).toBe(false)
})
