import { z } from 'zod'

import { addSecret, hasSecret } from '#areas/integrations/webhook-secrets.ts'
import { lockRevalidationSettings } from '#areas/integrations/webhook-target.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { shownOnce } from '#kernel/schema.ts'

export const createWebhookSecret = operation({
  name: 'createWebhookSecret',
  title: 'Create the webhook secret',
  summary: 'Creates the secret that signs the messages to the website. The answer shows it, only once.',
  excluded: 'credential_secret_creation',
  instead: 'sign in as a person and call it below /app/operations, as docs/revalidation.md shows',
  role: 'admin',
  elevated: true,
  risk: 'write',
  errors: ['invalid_transition'],
  examples: [{ title: 'The first secret', input: {} }],
  input: z.strictObject({}),
  output: z.object({ secret: shownOnce(z.string()) }),

  async handle({ db, access, sealing }) {
    await lockRevalidationSettings(db)
    if (await hasSecret(db)) {
      throw new Refusal('invalid_transition', 'There is already a secret: rotate it with rotateRevalidationSecret.', {
        state: 'created',
        allowed: ['rotateRevalidationSecret'],
      })
    }
    const { secret } = await addSecret(db, access.organization.id, sealing)
    return { secret }
  },
})
