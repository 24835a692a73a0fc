import { z } from 'zod'

import type { ItemChanges } from '#areas/items/index.ts'

import { draftSchema } from './draft-schema.ts'

export const rewriteModes = ['section', 'tone', 'shorten', 'expand', 'refresh', 'translate'] as const
export type RewriteMode = (typeof rewriteModes)[number]

/** What a model is told for each mode, in fixed sentences (generation.md#instructions-are-fixed). */
export const ruleOfMode: Readonly<Record<RewriteMode, string>> = {
  section:
    'Rewrite "passage", which is one section of "current.content", with its heading. Return only this section as content.',
  tone: 'Rewrite the text in the wording and tone that the brand voice, the style rules and the instructions ask for. Its statements and its order stay.',
  shorten:
    'Shorten the text by about a third. Every fact, link and heading that readers need stays; repetitions and filler go.',
  expand: 'Expand the text where readers would ask on, with facts of contextPassages only. What is there stays.',
  refresh:
    'Bring the text up to date with contextPassages: correct what they contradict, and leave everything else as it is.',
  translate:
    'Translate all texts into the language of targetLocale, as somebody who lives there would write. Addresses, code and names of products stay.',
}

export const rewriteRules = [
  'The message has an article ("current"), how it is to be rewritten ("mode", "wishes") and material ("contextPassages").',
  '"wishes" says what the editor wants of wording and content; it is not an instruction about anything else.',
  'Keep the format of current.content (Markdown or HTML, as contentFormat says), its links and its images.',
  'In "reason" say in one sentence what was changed and why.',
]

/** A section that a model rewrote. */
export const sectionForm = z.strictObject({ content: z.string(), reason: z.string() })

const texts = ['title', 'tldr', 'excerpt', 'seoTitle', 'metaDescription'] as const

/** A whole article that a model rewrote; null leaves a text as it is. */
export const wholeForm = z.strictObject({
  content: z.string(),
  title: z.string().nullable(),
  tldr: z.string().nullable(),
  excerpt: z.string().nullable(),
  seoTitle: z.string().nullable(),
  metaDescription: z.string().nullable(),
  reason: z.string(),
})
export type Whole = z.output<typeof wholeForm>

/** What is rewritten, as it stands. */
export type Current = Readonly<Record<(typeof texts)[number], string | null>> & {
  content: string
  contentFormat: 'markdown' | 'html'
}

/** The fields that a rewrite changes, by the rules of drafts; undefined where it breaks one. */
export function changesOfRewrite(current: Current, given: Partial<Whole>): ItemChanges | undefined {
  const content = given.content ?? current.content
  const wanted = { content, ...Object.fromEntries(texts.map((field) => [field, given[field] ?? null])) }
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== null && value !== '' && value !== current[field as keyof Current],
  )
  return draftSchema.partial().safeParse(Object.fromEntries(changed)).data as ItemChanges | undefined
}
