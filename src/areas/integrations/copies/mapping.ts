import type { IntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import {
  type CmsConnector,
  type CmsField,
  cmsFields,
  type ExternalField,
  type FieldMapping,
} from '#kernel/cms-connector.ts'

/** The mapping that counts: the default one of the connector for these fields, changed by what the organization says. */
export function mappingOf(
  connector: CmsConnector,
  { row, fields }: { row: Pick<IntegrationRow, 'mapping'>; fields: readonly ExternalField[] },
): FieldMapping {
  const byDefault = connector.defaultMapping(fields)
  const entries = cmsFields.flatMap((field): [CmsField, string][] => {
    const external = row.mapping[field] === undefined ? byDefault[field] : row.mapping[field]
    return external == null ? [] : [[field, external]]
  })
  return Object.fromEntries(entries)
}
