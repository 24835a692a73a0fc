import type { OperationError } from '#web/operation-error.ts'
import { fieldInText, fieldLabels, fieldWords } from '#web/parts/field-words.ts'

/** What fields are called where people fill them in, for sentences that also agents read. */
const labels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(fieldLabels).map((field) => [field, fieldInText(field)])),
  seoTitle: 'SEO title',
  metaDescription: 'meta description',
  primaryKeyword: 'primary keyword',
  canonicalReason: 'reason for another canonical address',
  'defaults.socialImageId': 'social image for all articles',
  'defaults.publishTime with updateOrganizationSettings': 'time of day for slots in the settings',
  customFields: 'custom fields',
  tldr: 'summary under “In short”',
  publishAt: 'date',
  siteUrl: 'website address',
  urlTemplate: 'address pattern',
  suggestInternalLinks: 'tab Links of the article',
}

/** Why a call was refused, as people read it: a field by the label of its form, never by its place in the call. */
export function saidOf({ code, message, fieldProblems: [first] }: OperationError): string {
  // Other refusals have a sentence of their own.
  if (code !== 'validation_failed' || first === undefined || !message.includes(first.path)) return inPlainWords(message)
  const field = first.path.split('/').findLast((part) => /^[a-z]/i.test(part) && part !== 'input')
  const what = inPlainWords(first.message).replace(/\.$/, '')
  return field === undefined ? `${what}.` : `${labelOf(field)}: ${what.charAt(0).toLowerCase()}${what.slice(1)}.`
}

/** The label of a field at the beginning of a sentence. */
function labelOf(field: string): string {
  const label = field === 'content' ? 'body' : (labels[field] ?? fieldWords(field))
  return label.charAt(0).toUpperCase() + label.slice(1)
}

const names = Object.keys(labels)
  .join('|')
  .replaceAll('.', String.raw`\.`)
/** A quotation, which stays; a name in brackets, which only an agent needs; a name with the word before it. */
const sought = new RegExp(String.raw`"[^"]*"|“[^”]*”| \((?:${names})\)|\b(?:(an?|no|the|its) )?\b(${names})\b`, 'g')

/** A sentence of the server as people read it: fields by the labels of their forms, roles without scopes. */
export function inPlainWords(sentence: string): string {
  return sentence
    .replace(/The role (\w+) does not include \w+:\w+/, 'Your role ($1) does not include this')
    .replace(/The record has version .*/, 'Somebody else has changed this meanwhile. Look at it again.')
    .replace(/\d{4,}(?= bytes)/, (number) => Number(number).toLocaleString('en'))
    .replace('set respectRobots to false', 'switch off “Obey robots.txt” in the settings of the audit')
    .replace(sought, (found, before: string | undefined, name: string | undefined, at: number) => {
      if (name === undefined) return /^["“]/.test(found) ? found : ''
      const isFirst = at === 0 || sentence.slice(0, at).endsWith('. ')
      return `${before ?? (isFirst ? 'The' : 'the')} ${labels[name]}`
    })
}
