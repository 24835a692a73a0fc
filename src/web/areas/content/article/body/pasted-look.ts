import type { HtmlElement } from '#std/html-tree.ts'
import { isAddress } from '#web/areas/content/article/body/address.ts'

/** How the text is written at a place: a heading is heavy of itself; `isPlain` where it has no marks, as in code; `isInCell` where it is one line. */
export type Look = {
  /** The number of the first footnote. */
  firstNote: number
  isBold: boolean
  isItalic: boolean
  isStruck: boolean
  isHeading: boolean
  isPlain: boolean
  isInCell: boolean
}

/** Docs wraps all of a text in a `b` that is not bold, and says what is bold with a weight. */
export function lookOf(node: HtmlElement, around: Look): Look {
  const { name } = node
  const { 'font-weight': weight, 'font-style': style, 'text-decoration': line = '', ...rest } = stylesOf(node)
  return {
    isBold: weight === undefined ? around.isBold || name === 'b' || name === 'strong' : isHeavy(weight),
    isItalic: style === undefined ? around.isItalic || name === 'i' || name === 'em' : /italic|oblique/.test(style),
    isStruck:
      around.isStruck ||
      /^(?:s|del|strike)$/.test(name) ||
      `${line} ${rest['text-decoration-line']}`.includes('line-through'),
    isHeading: around.isHeading || /^h[1-6]$/.test(name),
    isPlain: around.isPlain,
    isInCell: around.isInCell,
    firstNote: around.firstNote,
  }
}

const isHeavy = (weight: string) => weight.startsWith('bold') || Number(weight) >= 600

/** The declarations of a style attribute. */
export function stylesOf({ attributes }: HtmlElement): Record<string, string> {
  const declarations = (attributes['style'] ?? '').split(';').map((one) => one.split(':'))
  return Object.fromEntries(
    declarations.map(([name = '', ...value]) => [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()]),
  )
}

/**
 * Where a link leads: what Google Docs leads through its own redirect, to the page behind it. Null for what may not be a link, and
 * for a place within the document that was copied, such as a footnote of Word: here there is no such place.
 */
export function addressOf(href: string): string | null {
  if (!isAddress(href) || href.startsWith('#')) return null
  const url = URL.canParse(href) ? new URL(href) : null
  if (url === null || url.pathname !== '/url' || !/^(?:www\.)?google\.com$/.test(url.host)) return href
  const target = url.searchParams.get('q') ?? url.searchParams.get('url') ?? ''
  return isAddress(target) && URL.canParse(target) ? target : href
}
