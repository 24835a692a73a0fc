import { findingContentWords } from '#std/content-words.ts'
import type { Page } from '#std/page.ts'
import { atOnce, type Parts } from '#std/parts.ts'

const known = new WeakMap<Page, readonly (readonly string[])[]>()

/** The content words of each block of a page, read once. */
export function wordsOfBlocks(page: Page, locale: string): readonly (readonly string[])[] {
  return atOnce(readingWords(page, locale))
}

/** Reads them in parts, for whoever asks next. */
export function* readingWords(page: Page, locale: string): Parts<readonly (readonly string[])[]> {
  const given = known.get(page)
  if (given !== undefined) return given
  const found: string[][] = []
  for (const [i, { text }] of page.blocks.entries()) {
    if (i % partBlocks === partBlocks - 1) yield
    found.push(yield* findingContentWords(text, locale))
  }
  known.set(page, found)
  return found
}

const partBlocks = 20
