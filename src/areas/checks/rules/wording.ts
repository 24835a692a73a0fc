import { sentencesOf } from '#std/sentences.ts'
import { isBlank, truncate } from '#std/text.ts'

import type { Subject } from './subject.ts'

/** The trimmed text, null if nothing in it can be read. */
export function given(text: string | null): string | null {
  return text === null || isBlank(text) ? null : text.trim()
}

/** The title that search engines show: the SEO title, else the title. */
export function shownTitle({ item }: Pick<Subject, 'item'>): string | null {
  return given(item.seoTitle) ?? given(item.title)
}

/** The first text that is not a heading, null if the body has none. */
export function firstParagraph({ page }: Pick<Subject, 'page'>): string | null {
  return page.blocks.find(({ kind }) => kind === 'paragraph')?.text ?? null
}

/**
 * The item's own words in at most `limit` characters: whole sentences of the excerpt, else of the beginning of the body, null
 * if they would say little. Nothing is cut: what is proposed must read as somebody would have written it.
 */
export function summaryOf(subject: Subject, limit: number): string | null {
  const sources = [given(subject.item.excerpt) ?? '', openingOf(subject)]
  for (const source of sources) {
    const summary = wholeSentences(source, limit)
    // A greeting is not a summary, but what follows it may be.
    if (summary.length >= limit / 2) return summary
  }
  return null
}

/** As many whole sentences from the beginning of a text as have room. */
export function wholeSentences(text: string, limit: number): string {
  let summary = ''
  for (const { text: sentence } of sentencesOf(truncate(text, 2000))) {
    const longer = summary === '' ? sentence : `${summary} ${sentence}`
    if (longer.length > limit || !/[.!?。！？]["'”’)]?$/u.test(sentence)) break
    summary = longer
  }
  return summary
}

function openingOf({ page }: Pick<Subject, 'page'>): string {
  let opening = ''
  for (const { kind, text } of page.blocks) {
    if (kind === 'paragraph') opening += opening === '' ? text : ` ${text}`
    if (opening.length > 2000) break
  }
  return truncate(opening, 2000)
}

/** How texts are compared: normal form, case and white space do not count. */
export function sameText(one: string, other: string): boolean {
  return compared(one) === compared(other)
}

/** The form that `sameText` compares. */
export const compared = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()
