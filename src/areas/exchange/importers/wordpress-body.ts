import { mayHaveFootnotes, withFootnotes } from '#std/html-footnotes.ts'
import { parseHtml } from '#std/parse-html.ts'
import { applyEdits } from '#std/text-edits.ts'
import { htmlOf } from '#std/write-html.ts'

import { withoutEmptyParagraphs } from './leading-text.ts'
import type { Remark } from './record.ts'
import { splitBlocks } from './wordpress-blocks.ts'
import { elementEdits } from './wordpress-elements.ts'
import { type Footnote, footnoteList, withMarks } from './wordpress-footnotes.ts'
import { autoParagraphs } from './wordpress-paragraphs.ts'
import { shortcodeEdits, type GalleryImage } from './wordpress-shortcodes.ts'

export type WordPressContext = {
  /** Relative addresses are made absolute below it. */
  baseUrl: string | null
  /** The images of a gallery: by attachment ids, or with null those attached to this post. */
  imagesOf: (ids: readonly string[] | null) => GalleryImage[]
  /** The readable address of a link by number; without it links stay. */
  permalinkOf?: (address: string) => string
  footnotes?: readonly Footnote[]
}

const maxTags = 20_000

/**
 * Turns the body of a WordPress post into HTML that is readable without WordPress: paragraphs for text of the classic editor, block comments removed with
 * their HTML kept, shortcodes as HTML or text, players and frames as links. Marks for "more" and page breaks are removed.
 */
export function readWordPressBody(source: string, context: WordPressContext, remarks: Remark[]): string {
  if ((source.match(/</g)?.length ?? 0) > maxTags) {
    remarks.push({ code: 'body_untouched', message: `The text has more than ${maxTags} tags and was kept as it is` })
    return source
  }
  const { footnotes = [] } = context
  const text = withMarks(source, footnotes).replace(/<!--(?:more\b[^<>]*?|nextpage|noteaser)-->/g, '\n\n')
  const opened = applyEdits(text, shortcodeEdits(text, context.imagesOf, remarks))
  const list = footnoteList(footnotes)
  const made = new Map([['footnotes', list]])
  const html = splitBlocks(opened, made, remarks)
    .map((part) => (part.kind === 'classic' ? autoParagraphs(part.html) : part.html))
    .join('')
    .concat(/<!--\s*wp:footnotes\b/.test(opened) ? '' : list)
  const noted = mayHaveFootnotes(html) ? htmlWithFootnotes(html) : html
  const readable = applyEdits(noted, elementEdits(noted, context, remarks))
  return withoutEmptyParagraphs(readable)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Texts that were pasted into WordPress from a word processor have its footnotes. */
function htmlWithFootnotes(html: string): string {
  const root = parseHtml(html)
  const noted = withFootnotes(root)
  return noted === root ? html : noted.children.map(htmlOf).join('')
}
