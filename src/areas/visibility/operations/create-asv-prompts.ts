import { z } from 'zod'

import { getSettings, lockSettings } from '#areas/organizations/index.ts'
import { readBrands } from '#areas/visibility/brands.ts'
import {
  describePrompt,
  findDuplicate,
  insertPrompt,
  promptInput,
  promptOutput,
  requireRoom,
} from '#areas/visibility/prompts.ts'
import { promptsRaise } from '#areas/visibility/standing-orders.ts'
import type { Reader } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'
import { canonicalLocale } from '#std/locales.ts'

const prompt = z.strictObject({
  text: promptInput.text.describe('Exactly what engines are asked'),
  tag: promptInput.tag.optional(),
  intent: promptInput.intent.default('discovery'),
  locale: promptInput.locale.optional().describe('Default: that of the organization'),
  country: promptInput.country.default(null).describe('Where searches are made from, such as DE'),
})

export const createAsvPrompts = operation({
  name: 'createAsvPrompts',
  title: 'Create prompts',
  summary: 'Creates active prompts; those that exist are named in duplicates and are not an error.',
  scope: 'asv:write',
  risk: 'write',
  counts: {
    as: 'external',
    whenStored: (db, { prompts }) => promptsRaise(db, async () => newOnes(db, prompts, await getSettings(db))),
  },
  errors: ['plan_required'],
  examples: [
    {
      title: 'Two questions',
      input: {
        prompts: [{ text: 'What is the best CRM for a small team?' }, { text: 'CRM prices?', intent: 'pricing' }],
      },
    },
  ],
  input: z.strictObject({ prompts: z.array(prompt).min(1).max(100) }),
  output: z.object({
    created: z.array(promptOutput),
    duplicates: z.array(z.object({ index: z.int(), promptId: id('prompt') })),
  }),

  async handle({ db, access }, { prompts }) {
    const settings = await lockSettings(db)
    const brands = await readBrands(db, access.organization)
    const created = []
    const duplicates = []
    for (const [index, asked] of prompts.entries()) {
      const next = rowOf(asked, settings)
      const known = await findDuplicate(db, next)
      if (known === undefined) created.push(await insertPrompt(db, next))
      else duplicates.push({ index, promptId: storedId('prompt', known) })
    }
    await requireRoom(db, access.organization.plan)

    return { created: created.map((row) => describePrompt(row, brands)), duplicates }
  },
})

type Asked = z.output<typeof prompt>

const rowOf = ({ text, tag, intent, locale, country }: Asked, settings: { locale: string }) => ({
  text,
  tag: tag ?? null,
  intent,
  locale: canonicalLocale(locale ?? '') ?? settings.locale,
  country,
})

/** Those that do not exist yet. */
async function newOnes(db: Reader, prompts: readonly Asked[], settings: { locale: string }) {
  const rows = prompts.map((asked) => rowOf(asked, settings))
  const known = await Promise.all(rows.map((row) => findDuplicate(db, row)))
  return rows.filter((_, at) => known[at] === undefined)
}
