import type { PageFacts } from '#areas/site-audit/crawl/page-facts.ts'
import { comparedText, piecesOf, readingText } from '#areas/site-audit/crawl/page-text.ts'
import { readingTree } from '#areas/site-audit/crawl/page-tree.ts'
import { atOnce, type Parts } from '#std/parts.ts'
import { urlKey } from '#std/url-key.ts'

import type { Canonical } from './canonical.ts'
import type { Finding } from './rule-table.ts'

/** A published item, as its page should show it. */
export type ShownItem = {
  title: string
  seoTitle: string | null
  metaDescription: string | null
  publicUrl: string
  contentHtml: string
}

/** Blocks that are shorter than that may differ. */
const leastWords = 8
const leastShare = 0.8

/** In what the page of a published item differs from the item. */
export const checkDrift = (item: ShownItem, facts: PageFacts, canonical: Canonical): Finding[] =>
  atOnce(checkingDrift(item, facts, canonical))

/** The same in parts, between which others can have their turn. */
export function* checkingDrift(item: ShownItem, facts: PageFacts, canonical: Canonical): Parts<Finding[]> {
  const title = comparedText(facts.title ?? '')
  const titles = [item.seoTitle, item.title].map((one) => comparedText(one ?? '')).filter((one) => one !== '')
  const description = comparedText(item.metaDescription ?? '')
  const fields = [
    ...(titles.some((one) => title.includes(one)) ? [] : ['title']),
    ...(description !== '' && comparedText(facts.description ?? '') !== description ? ['description'] : []),
    ...(canonical.url !== null && canonical.url !== urlKey(item.publicUrl) ? ['canonical'] : []),
    ...((yield* seeingContent(item.contentHtml, facts.text)) ? [] : ['content']),
  ]
  return fields.length === 0 ? [] : [{ rule: 'item_drift', evidence: { fields } }]
}

/** Whether enough of the blocks of an item stand in a text. */
function* seeingContent(html: string, text: string): Parts<boolean> {
  const content = yield* readingText(yield* readingTree(html))
  const blocks = content.text.split('\n').map(lettersOf).filter(hasWords)
  if (blocks.length === 0) return true
  const letters: string[] = []
  for (const piece of piecesOf(text)) {
    const said = lettersOf(piece)
    if (said !== '') letters.push(said)
    yield
  }
  const page = letters.join(' ')
  let shown = 0
  for (const block of blocks) {
    if (page.includes(block)) shown++
    yield
  }
  return shown >= leastShare * blocks.length
}

// Typographic quotes and dashes are made by websites: only letters and digits are compared.
const lettersOf = (text: string) =>
  comparedText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const hasWords = (block: string) => block.split(' ').length >= leastWords
