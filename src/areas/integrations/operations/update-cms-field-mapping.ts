import { z } from 'zod'

import { askService } from '#areas/integrations/connections/faults.ts'
import {
  changeIntegration,
  getIntegrationRow,
  lockIntegration,
} from '#areas/integrations/connections/integration-rows.ts'
import { openConnection, requireUsable } from '#areas/integrations/connections/open-connection.ts'
import { sampleItem } from '#areas/integrations/copies/cms-item.ts'
import { mappingOf } from '#areas/integrations/copies/mapping.ts'
import { type CmsConnector, type CmsField, cmsFields, type FieldMapping } from '#kernel/cms-connector.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, ifVersion, text } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'

export const updateCmsFieldMapping = operation({
  name: 'updateCmsFieldMapping',
  title: 'Change the field mapping of a CMS',
  summary: 'Sets which CMS field each field of an item goes to; null: not sent. Others stay as they are.',
  scope: 'integrations:write',
  risk: 'write',
  errors: ['not_found', 'target_rejected', 'not_connected', 'auth_expired', 'upstream_failed', 'unavailable'],
  examples: [{ title: 'Do not send tags', input: { id: 'int_01jzz0000000000000000000zz', mapping: { tags: null } } }],
  input: z.strictObject({
    id: id('integration'),
    mapping: z.partialRecord(z.enum(cmsFields), text(200, { min: 1 }).nullable()),
    ifVersion,
  }),
  output: z.object({
    mapping: z.record(z.string(), z.string()),
    sampleRender: z.record(z.string(), z.string().nullable()).describe('What the newest published item would send'),
    unmappedRequired: z.array(z.string()).describe('Fields that the target requires and that get nothing'),
  }),

  async prepare(ctx, { id: integrationId }) {
    const row = await ctx.read((db) => getIntegrationRow(db, integrationId))
    requireUsable(row)
    const { connector, connection } = openConnection(ctx, row)
    if (connector.kind !== 'cms')
      throw new Refusal('target_rejected', `${connector.label} gets whole items: it has no field mapping.`)
    return { connector, fields: await askService(ctx, row, () => connector.fields(connection)) }
  },

  async handle(ctx, { id: integrationId, mapping: given, ifVersion: version }, { connector, fields }) {
    const { db } = ctx
    const before = await lockIntegration(db, integrationId)
    requireVersion(before.version, version)
    const names = new Set(fields.map(({ name }) => name))
    const unknown = Object.values(given).find((name) => typeof name === 'string' && !names.has(name))
    if (typeof unknown === 'string')
      throw new Refusal('target_rejected', `${connector.label} has no field “${unknown}”.`, {
        reason: 'unknown_field',
        fields: [...names].slice(0, 100),
      })
    const merged = { ...before.mapping, ...given }
    refuseTwoInOne(connector, mappingOf(connector, { row: { mapping: merged }, fields }), given)
    const after = await changeIntegration(db, integrationId, { mapping: JSON.stringify(merged) })
    const mapping = mappingOf(connector, { row: after, fields })
    const item = await sampleItem(ctx)
    const taken = new Set<string>(Object.values(mapping))
    return {
      mapping: { ...mapping },
      sampleRender: item === undefined ? {} : { ...connector.expected({ item, mapping }) },
      unmappedRequired: fields.filter(({ name, required }) => required && !taken.has(name)).map(({ name }) => name),
    }
  },
})

/** Lists are put together where they go to one field. */
const lists: readonly CmsField[] = ['categories', 'tags']

/** Refuses a field that would get two of ours: only one of them could be there. Errors: `target_rejected`. */
function refuseTwoInOne(
  { label }: CmsConnector,
  mapping: FieldMapping,
  given: Readonly<Partial<Record<CmsField, string | null>>>,
): void {
  for (const name of new Set(Object.values(given))) {
    const both = cmsFields.filter((field) => name !== null && mapping[field] === name)
    if (both.length < 2 || both.every((field) => lists.includes(field))) continue
    throw new Refusal(
      'target_rejected',
      `${both.join(' and ')} cannot both go to “${name}” in ${label}: set all but one of them to null.`,
      { reason: 'field_taken', fields: both },
    )
  }
}
