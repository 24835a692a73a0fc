import { titleKey } from '#std/text.ts'

import { plainText } from './import-text.ts'

/** HTML without paragraphs that have neither a text nor an image. */
export function withoutEmptyParagraphs(html: string): string {
  return html.replace(/<p(?:\s[^<>]*)?>(?:\s|&nbsp;|&#160;|\u00A0|<br\s*\/?>)*<\/p>\s*/gi, '')
}

const headingForm = /^\s*<h([1-6])(?:\s[^<>]*)?>([\s\S]{0,2000}?)<\/h\1>\s*/i

/** HTML without a heading before its text that only repeats the title. */
export function withoutTitle(html: string, title: string): string {
  const [whole, , text = ''] = headingForm.exec(html) ?? []
  return whole !== undefined && titleKey(plainText(text)) === titleKey(title) ? html.slice(whole.length) : html
}
