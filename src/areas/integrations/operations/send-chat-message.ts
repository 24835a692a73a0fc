import { z } from 'zod'

import { chatTemplates, textOfTemplate } from '#areas/integrations/chat-templates.ts'
import { askService, noteSuccess } from '#areas/integrations/connections/faults.ts'
import { getIntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import { openConnection, requireUsable } from '#areas/integrations/connections/open-connection.ts'
import { placeOf } from '#areas/integrations/connections/place-of.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, longText, saysSomething, text } from '#kernel/schema.ts'

export const sendChatMessage = operation({
  name: 'sendChatMessage',
  title: 'Send a chat message',
  summary: "Sends plain text, or a template's message, to a connected team chat. No mention can be formed.",
  scope: 'integrations:write',
  risk: 'publish',
  reachesOut: true,
  errors: [
    'not_found',
    'not_connected',
    'auth_expired',
    'target_rejected',
    'upstream_failed',
    'unavailable',
    'url_not_allowed',
  ],
  examples: [
    { title: 'What was published today', input: { id: 'int_01jzz0000000000000000000zz', template: 'published' } },
  ],
  input: z
    .strictObject({
      id: id('integration'),
      channelId: text(100, { min: 1 }).optional().describe('Of Slack with a bot token; its target by default'),
      text: longText(12_000)
        .refine((given) => saysSomething(given) && Array.from(given).length <= 3000, '1 to 3,000 characters')
        .optional(),
      template: z.enum(chatTemplates).optional(),
    })
    .refine((given) => (given.text === undefined) !== (given.template === undefined), {
      path: ['text'],
      message: 'Give exactly one of text and template',
    }),
  output: z.object({
    delivered: z.boolean(),
    externalId: z.string().nullable(),
    message: z.object({ to: z.string(), text: z.string() }).describe('What is sent, and where'),
  }),

  async prepare(ctx, { id: integrationId, channelId, text: given, template }) {
    const row = await ctx.read((db) => getIntegrationRow(db, integrationId))
    requireUsable(row)
    const { connector, connection } = openConnection(ctx, row)
    if (connector.kind !== 'chat') throw notThere('/input/id', `${connector.label} is not a team chat.`)
    if (channelId !== undefined && connection.secret['botToken'] === undefined)
      throw notThere('/input/channelId', 'Only Slack with a bot token has channels to choose from.')
    const words = template === undefined ? (given ?? '') : await ctx.read((db) => textOfTemplate(ctx, db, template))
    const message = { to: placeOf(row, channelId), text: words }
    if (ctx.isRehearsal) return { delivered: false, externalId: null, message }
    const { externalId } = await askService(ctx, row, () => connector.send(connection, { text: words, channelId }))
    return { delivered: true, externalId, message }
  },

  async handle({ db }, { id: integrationId }, sent) {
    if (sent.delivered) await noteSuccess(db, integrationId)
    return sent
  },
})

const notThere = (path: string, message: string): Refusal =>
  new Refusal('validation_failed', message, [{ path, message, code: 'invalid_value' }])
