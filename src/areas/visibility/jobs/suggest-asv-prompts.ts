import { z } from 'zod'

import { settleCredits } from '#areas/account/index.ts'
import { allowedLinks } from '#areas/addresses/index.ts'
import { fillForm, openNamed, writers } from '#areas/models/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { withoutKnown } from '#areas/visibility/prompts.ts'
import {
  type PromptMaterial,
  promptMaterial,
  promptRules,
  promptsForm,
  promptSources,
  type Proposal,
  templateProposals,
  usableProposals,
} from '#areas/visibility/suggest-prompts.ts'
import { job, type JobCtx } from '#kernel/job.ts'
import { iso } from '#kernel/schema.ts'

const input = z.strictObject({
  count: z.int(),
  sources: z.array(z.enum(promptSources)),
  /** Null: no model is asked. */
  provider: z.enum(writers).nullable(),
  credits: z.int(),
})
type Input = z.output<typeof input>

/** Proposes questions to ask engines; nothing is stored but the result of the job (visibility.md#questions-without-a-model). */
export const suggestAsvPromptsJob = job({
  name: 'suggestAsvPrompts',
  title: 'Suggest questions for AI engines',
  queue: 'quick',
  scope: 'asv:write',
  attempts: 3,
  endsWithRefusal: true,
  steps: ['research', 'draft'],
  input,

  async work(ctx, asked) {
    const { jobId, access } = ctx
    const { count, sources, credits } = asked
    const material = await ctx.read((db) => promptMaterial(db, { sources, organization: access.organization }))
    await ctx.step('research', async () => null)
    const written = await ctx.step('draft', () => propose(ctx, asked, material))
    const proposals = await ctx.read((db) => withoutKnown(db, written.proposals, material.locale))
    await ctx.once('settled', async ({ db }) => {
      if (credits > 0) await settleCredits(db, { jobId, used: credits })
    })
    const shown = proposals.slice(0, count).map((one) => ({ ...one, locale: material.locale }))
    return { result: { ...written, proposals: shown, credits } }
  },
})

type Proposed = { proposals: Proposal[]; method: 'model' | 'template'; model?: string; cost?: number | null }

async function propose(ctx: JobCtx, { provider, count }: Input, material: PromptMaterial) {
  if (provider === null) {
    const brief = briefOf(material, { count, now: ctx.now() })
    return { proposals: templateProposals(material), method: 'template' as const, brief }
  }
  const { value, model, cost } = await fillForm(await openNamed(ctx, { provider, model: null }), {
    name: 'prompts',
    schema: promptsForm,
    instructions: promptRules,
    data: { count, ...material },
    maxOutputTokens: 4000 + count * 150,
    links: { isAllowed: await ctx.read(async (db) => allowedLinks(db, await getSettings(db))) },
    isUsable: ({ prompts }) => usableProposals(prompts).length > 0,
  })
  return { proposals: usableProposals(value.prompts), method: 'model' as const, model, cost } satisfies Proposed
}

/** What the agent's own model needs to do better than templates (generation.md#brief-out-draft-in). */
function briefOf({ locale, ...quoted }: PromptMaterial, { count, now }: { count: number; now: Date }) {
  return {
    instructions: promptRules,
    count,
    locale,
    untrusted: { source: 'organization', fetchedAt: iso(now), ...quoted },
    schema: z.toJSONSchema(promptsForm, { io: 'input', reused: 'inline' }),
    handIn: { operation: 'createAsvPrompts' },
  }
}
