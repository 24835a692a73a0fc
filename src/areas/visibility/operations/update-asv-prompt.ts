import { z } from 'zod'

import { lockSettings } from '#areas/organizations/index.ts'
import { readBrands } from '#areas/visibility/brands.ts'
import {
  changePrompt,
  describePrompt,
  findDuplicate,
  lockPrompt,
  promptInput,
  promptOutput,
  promptStates,
  requireRoom,
} from '#areas/visibility/prompts.ts'
import { promptRaises } from '#areas/visibility/standing-orders.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { changes, id, ifVersion } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'

export const updateAsvPrompt = operation({
  name: 'updateAsvPrompt',
  title: 'Change a prompt',
  summary: 'Changes the given fields of a prompt. Another text is a new version: figures never mix versions.',
  scope: 'asv:write',
  risk: 'write',
  counts: {
    as: 'external',
    async whenStored(db, { id: promptId, state, tag, intent }) {
      if (state !== 'active' && tag === undefined && intent === undefined) return false
      const stored = await lockPrompt(db, promptId)
      const next = { ...stored, tag: tag === undefined ? stored.tag : tag, intent: intent ?? stored.intent }
      return (state ?? stored.state) === 'active' && (await promptRaises(db, stored, next))
    },
  },
  errors: ['not_found', 'duplicate_prompt', 'plan_required'],
  examples: [{ title: 'Pause it', input: { id: 'prm_01jzz0000000000000000000zz', state: 'paused' } }],
  input: changes(
    {
      id: id('prompt'),
      text: promptInput.text.optional(),
      tag: promptInput.tag.nullable().optional(),
      intent: promptInput.intent.optional(),
      state: z.enum(promptStates).optional(),
      ifVersion,
    },
    'id',
  ),
  output: z.object({ prompt: promptOutput }),

  async handle({ db, access }, { id: promptId, ifVersion: expected, ...given }) {
    await lockSettings(db)
    const stored = await lockPrompt(db, promptId)
    requireVersion(stored.version, expected)
    if (given.text !== undefined) {
      const known = await findDuplicate(db, { text: given.text, locale: stored.locale, country: stored.country })
      if (known !== undefined && known !== promptId)
        throw new Refusal('duplicate_prompt', 'Another prompt already asks the same.', { promptId: known })
    }

    const row = await changePrompt(db, stored, given)
    if (row.state === 'active' && stored.state !== 'active') await requireRoom(db, access.organization.plan)
    return { prompt: describePrompt(row, await readBrands(db, access.organization)) }
  },
})
