import { sentencesOf } from '#std/sentences.ts'
import { truncate } from '#std/text.ts'

import type { Subject } from './subject.ts'

/** The trimmed text, null if nothing is left. */
export function given(text: string | null): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/** The title that search engines show: the SEO title, else the title. */
export function shownTitle({ item }: Pick<Subject, 'item'>): string | null {
  return given(item.seoTitle) ?? given(item.title)
}

/** The first text that is not a heading, null if the body has none. */
export function firstParagraph({ page }: Pick<Subject, 'page'>): string | null {
  return page.blocks.find(({ kind }) => kind === 'paragraph')?.text ?? null
}

/** A description of at most `limit` characters in the item's own words: whole sentences, else whole words. */
export function summaryOf(subject: Subject, limit: number): string | null {
  const excerpt = given(subject.item.excerpt) ?? ''
  // A greeting is not a summary, but what follows it is.
  const source = excerpt.length >= limit / 2 ? excerpt : openingOf(subject)
  if (source === '') return given(excerpt)
  let summary = ''
  for (const { text } of sentencesOf(truncate(source, 2000))) {
    const longer = summary === '' ? text : `${summary} ${text}`
    if (longer.length > limit) break
    summary = longer
  }
  if (summary.length >= limit / 2) return summary
  return shortened(source, limit)
}

function openingOf({ page }: Pick<Subject, 'page'>): string {
  let opening = ''
  for (const { kind, text } of page.blocks) {
    if (kind === 'paragraph') opening += opening === '' ? text : ` ${text}`
    if (opening.length > 2000) break
  }
  return truncate(opening, 2000)
}

/** The beginning of a text in at most `limit` characters, cut between words. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text
  const room = truncate(text, limit - 1)
  const blank = room.lastIndexOf(' ')
  return `${(blank > room.length / 2 ? room.slice(0, blank) : room).replace(/[\s\p{P}]+$/u, '')}…`
}

/** The beginning of a text in at most `limit` units, as fields count them, never half of a surrogate pair. */
export function startOf(text: string, limit: number): string {
  const start = text.slice(0, limit)
  return start.isWellFormed() ? start : start.slice(0, -1)
}

/** How texts are compared: normal form, case and white space do not count. */
export function sameText(one: string, other: string): boolean {
  return compared(one) === compared(other)
}

/** The form that `sameText` compares. */
export const compared = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()
