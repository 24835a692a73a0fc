import { z } from 'zod'

import { canonicalLocale, isTimeZone } from '#std/locales.ts'
import { isSlug, slugLength } from '#std/slugs.ts'
import { isBlank, truncate } from '#std/text.ts'
import { isUrlTemplate, placeholders } from '#std/url-templates.ts'

import { maskCredentials } from './credential-text.ts'
import { type Id, type IdKind, prefixesOf } from './ids.ts'
import type { PageAsked } from './list-page.ts'

/** What the audit summary may show of a field: its value, its first 120 characters, or nothing but its name. */
export type AuditForm = 'value' | 'head' | 'secret' | 'shownOnce'
export const auditForms = z.registry<{ form: AuditForm }>()

/** Which kinds of record the id in a field may name: one, as a rule. */
export const idKinds = z.registry<{ kinds: readonly IdKind[] }>()

// Control characters other than tab and line break; NUL and lone surrogates are refused before any schema runs, with the
// whole request (calls.md#hostile-input).
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
const withoutControls = (text: string) => !controls.test(text)

/** Every text of the product goes through here: NFC, no control characters, at most `max` characters. */
export const text = (max: number, options: { min?: number } = {}) =>
  z
    .string()
    .normalize('NFC')
    .min(options.min ?? 0)
    .max(max)
    .refine(withoutControls, { message: 'Control characters other than tab and line break are not allowed' })

/** A long text, bounded by its size in UTF-8 as the body of a request is. */
export const longText = (bytes: number) =>
  z
    .string()
    .normalize('NFC')
    .refine((value) => Buffer.byteLength(value) <= bytes, { message: `Must be at most ${bytes} bytes` })
    .refine(withoutControls, { message: 'Control characters other than tab and line break are not allowed' })

/** Refuses a text that says nothing: `refine(saysSomething, mustSaySomething)`. */
export const saysSomething = (value: string): boolean => !isBlank(value)
export const mustSaySomething = { message: 'Must not be blank: it has nothing that people can read' }

/** A text that must say something. */
export const words = (max: number) => text(max, { min: 1 }).refine(saysSomething, mustSaySomething)

/** A title or name: the audit log shows its first 120 characters. */
export const title = (max: number) => {
  const schema = words(max)
  auditForms.add(schema, { form: 'head' })
  return schema
}

/** The title of what is published: on one line, whatever it was pasted from (content.md#titles-are-one-line). */
export const headline = (max: number) => {
  const schema = words(max).overwrite((value) => value.replace(/(?:\r\n?|[\n\u2028\u2029])+/g, ' '))
  auditForms.add(schema, { form: 'head' })
  return schema
}

/**
 * What people, credentials and organizations are called: it is shown to others, agents included, and in records. A credential of
 * ours in it is masked (audit.md#credentials-are-masked).
 */
export const givenName = (max: number) => {
  const schema = words(max).overwrite((value) => truncate(maskCredentials(value), max))
  auditForms.add(schema, { form: 'head' })
  return schema
}

/** An id. Its form is not checked (calls.md#malformed-ids-are-unknown). */
export const id = <K extends IdKind>(...kinds: [K, ...K[]]) => {
  const schema = z.string().max(200) as unknown as z.ZodType<Id<K>, string>
  auditForms.add(schema, { form: 'value' })
  idKinds.add(schema, { kinds })
  return schema.describe(`Id: ${prefixesOf(kinds)}`)
}

/** An absolute http or https URL of at most 2,048 characters. */
export const url = () =>
  z
    .string()
    .normalize('NFC')
    .max(2048)
    .refine((value) => isWebUrl(value), { message: 'Must be an absolute http or https URL' })

function isWebUrl(value: string): boolean {
  if (!withoutControls(value) || /\s/.test(value) || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return (protocol === 'https:' || protocol === 'http:') && hostname !== '' && /^https?:\/\//i.test(value)
}

/** A slug (content.md#slugs). */
export const slug = () =>
  text(slugLength).refine(isSlug, {
    message: 'Must be lower-case letters and digits with "-" or "." between them',
  })

/** The template of the public path of a collection's items. */
export const urlTemplate = () =>
  text(2048).refine(isUrlTemplate, {
    message: `Must be a path that contains {slug} once, such as /blog/{slug}; it may also have ${placeholders}`,
  })

/** A time zone of the IANA list. */
export const timeZone = () =>
  text(100).refine(isTimeZone, { message: 'Must be a time zone of the IANA list, such as Europe/Berlin' })

/** A language tag (BCP 47). */
export const locale = () =>
  text(35).refine((value) => canonicalLocale(value) !== undefined, {
    message: 'Must be a language tag (BCP 47), such as en-GB',
  })

/** A time in ISO 8601, UTC or with an offset, years 1970 to 9999. */
export const moment = () =>
  z.iso.datetime({ offset: true }).refine((value) => {
    const year = new Date(value).getUTCFullYear()
    return year >= 1970 && year <= 9999
  }, 'Must be a date of the years 1970 to 9999')

/** A time in an answer: ISO 8601, UTC, with milliseconds. */
export const timestamp = () => z.string().describe('ISO 8601, UTC')

/** An open JSON object; its texts follow the same rule as all others. */
export const jsonObject = () =>
  z
    .looseObject({})
    .refine((value) => !hasControls(value), 'Control characters other than tab and line break are not allowed')

function hasControls(value: unknown): boolean {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && controls.test(next)) return true
    if (typeof next === 'object' && next !== null) waiting.push(...Object.keys(next), ...Object.values(next))
  }
  return false
}

/**
 * A value that must never be shown: replaced by a mask wherever an answer would contain it.
 *
 * @public connectors will declare theirs with it; the redaction of answers rests on it.
 */
export const secret = <S extends z.ZodType>(schema: S): S => mark(schema, 'secret')

/** A secret in the one answer that shows it (calls.md#secrets-are-shown-once). */
export const shownOnce = <S extends z.ZodType>(schema: S): S => mark(schema, 'shownOnce')

function mark<S extends z.ZodType>(schema: S, form: AuditForm): S {
  auditForms.add(schema, { form })
  return schema
}

/** Several of the values of a list; one alone stands for a list of one. Described as a list (mcp.md#portable-schemas). */
export const oneOrMany = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? [given] : given),
    z.array(z.enum(values)).min(1).max(values.length),
  ) as unknown as z.ZodType<V[number][], V[number] | V[number][]>

/** Input of every list of the Agent API (calls.md#lists-have-pages). */
export const listInput = {
  page: z.int().min(1).max(1_000_000_000).default(1).describe('Page, from 1'),
  pageSize: z.int().min(1).max(100).default(20).describe('Entries per page'),
  search: text(2048).optional().describe('Text to look for'),
}

/** Result of every list of the Agent API. */
export const listOutput = <S extends z.ZodType>(entry: S) =>
  z.object({
    items: z.array(entry),
    page: z.int(),
    pageSize: z.int(),
    total: z.int(),
    hasMore: z.boolean(),
    shortened: z.array(z.string()).optional().describe('Fields that are cut to fit; with pageSize they are whole'),
  })

/** The result of one page. */
export function pageOf<T>(items: T[], total: number, { page, pageSize }: PageAsked) {
  return { items, page, pageSize, total, hasMore: page * pageSize < total }
}

/** What an operation returns when it started a job; getJob follows it. */
export const startedJob = () =>
  z.object({ jobId: unlessRehearsed(id('job')), state: z.literal('queued'), pollAfterMs: z.int() })

/** An id that the runner takes out of the answer to a dry run (calls.md#dry-runs). What calls it for its effect always gets it. */
export function unlessRehearsed<O, I>(schema: z.ZodType<O, I>): z.ZodType<O, I> {
  return schema.nullable().describe('Null in a dry run') as unknown as z.ZodType<O, I>
}

/** Optimistic lock of a change (calls.md#versions-lock-changes). */
export const ifVersion = z.int().min(1).optional().describe('Refuse unless the record has this version')

const besides = ['ifVersion', 'note']

/** Input of a change: refused unless a field besides those that name the record and its version is given. */
export const changes = <S extends z.ZodRawShape>(shape: S, ...naming: (keyof S & string)[]) =>
  z
    .strictObject(shape)
    .refine(
      (input) =>
        Object.entries(input).some(
          ([name, value]) => value !== undefined && !besides.includes(name) && !naming.includes(name),
        ),
      { message: 'Must have at least one field to change' },
    )

/**
 * The values of a row as an answer. The database knows an enumerated value or an id only as text: which names there are is
 * checked here, the types of the values by the runner.
 */
export const answered = <S extends z.ZodObject>(_schema: S, values: { [Name in keyof z.input<S>]: unknown }) =>
  values as z.input<S>

/** ISO 8601 UTC with milliseconds, or null; of a text, of the time that it names. A text that names none stays as it is. */
export function iso(date: Date | string): string
export function iso(date: Date | string | null): string | null
export function iso(date: Date | string | null): string | null {
  if (date === null) return null
  const at = date instanceof Date ? date : new Date(date)
  return Number.isNaN(at.getTime()) ? String(date) : at.toISOString()
}
