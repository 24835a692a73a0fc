import { z } from 'zod'

import { secret } from '#platform/config/secrets.ts'
import { readWebhooks, webhookSecret, webhookUrl } from '#platform/config/webhooks.ts'

import { groupOfVariables } from './about.ts'

export const websites = groupOfVariables()

export const websitesVariables = {
  CONTENT_REVALIDATION_WEBHOOKS: secret(readWebhooks).optional().register(websites, {
    description:
      'Websites that are notified of changes to their content: a JSON object by organization id. legacyHeader ("authorization" or "x-webhook-secret") also sends the secret itself, to old receivers.',
    example: `{"org_<id>":{"webhookUrl":"https://www.example.com/api/revalidate","webhookSecret":"whsec_<base64 of 24 to 64 bytes>"}}`,
    unset: 'none: organizations set an address themselves',
  }),
  CONTENT_REVALIDATION_WEBHOOK_URL: secret(webhookUrl).optional().register(websites, {
    description: 'The same for a single website, used by every organization without an entry there.',
    example: 'https://www.example.com/api/revalidate',
    unset: 'none',
  }),
  CONTENT_REVALIDATION_WEBHOOK_SECRET: secret(webhookSecret).optional().register(websites, {
    description: 'Secret that signs the messages to it. Needed with the URL.',
    example: 'whsec_<base64 of 24 to 64 bytes>',
    unset: 'none',
  }),
  CONTENT_REVALIDATION_ORGANIZATION_ID: z.string().optional().register(websites, {
    description: 'The one organization that the single website belongs to.',
    example: 'org_<id>',
    unset: 'every organization: the same website then learns the addresses of all of them',
  }),
}
