import { contentWords } from '#std/content-words.ts'
import type { Page } from '#std/page.ts'

const known = new WeakMap<Page, readonly (readonly string[])[]>()

/** The content words of each block of a page, read once. */
export function wordsOfBlocks(page: Page, locale: string): readonly (readonly string[])[] {
  const found = known.get(page) ?? page.blocks.map(({ text }) => contentWords(text, locale))
  known.set(page, found)
  return found
}
