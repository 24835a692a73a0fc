import { z } from 'zod'

import { addSecret, countSecrets, hasSecret } from '#areas/integrations/webhook-secrets.ts'
import { lockRevalidationSettings } from '#areas/integrations/webhook-target.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { iso, shownOnce, timestamp } from '#kernel/schema.ts'

/** How many secrets sign at once: each makes the header of every message longer. */
const most = 5

export const rotateRevalidationSecret = operation({
  name: 'rotateRevalidationSecret',
  title: 'Rotate the webhook secret',
  summary: 'Creates the next secret, shown only once. The previous one also signs for 24 hours.',
  excluded: 'credential_secret_creation',
  instead: 'sign in as a person and call it below /app/operations, as docs/revalidation.md shows',
  role: 'admin',
  elevated: true,
  risk: 'write',
  errors: ['invalid_transition'],
  examples: [{ title: 'The next secret', input: {} }],
  input: z.strictObject({}),
  output: z.object({
    secret: shownOnce(z.string()),
    previousUntil: timestamp().nullable().describe('When the previous one stops signing'),
  }),

  async handle({ db, access, sealing }) {
    await lockRevalidationSettings(db)
    if (!(await hasSecret(db)))
      throw notNow('none', 'There is no secret yet: create it with createWebhookSecret.', ['createWebhookSecret'])
    if ((await countSecrets(db)) >= most)
      throw notNow(
        'rotated',
        `${most} secrets are already signing. Wait until the oldest one ends, within 24 hours.`,
        [],
      )
    const { secret, previousUntil } = await addSecret(db, access.organization.id, sealing)
    return { secret, previousUntil: iso(previousUntil) }
  },
})

function notNow(state: string, message: string, allowed: string[]): Refusal {
  return new Refusal('invalid_transition', message, { state, allowed })
}
