import { counted, type Rule, shown } from './rule.ts'

const missing: Rule = {
  code: 'custom_fields_missing',
  severity: 'error',
  asks: 'customFields has every field that the fieldsSchema of the collection requires.',
  field: 'customFields',
  check({ index: { missingFields: fields } }) {
    if (fields === undefined) return 'skipped'
    if (fields.length === 0) return 'passed'
    const names = fields.slice(0, 3).join(', ')
    return {
      message: `The collection requires ${counted(fields.length, 'custom field')} that the item lacks: ${names}. Set customFields: a website may count on what is required.`,
      evidence: { fields: fields.slice(0, shown), count: fields.length },
    }
  },
}

/** Rules about the custom fields of a collection. */
export const fieldRules: readonly Rule[] = [missing]
