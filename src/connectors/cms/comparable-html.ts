import { htmlText } from '#std/html-text.ts'
import { parseHtml } from '#std/parse-html.ts'

/** HTML for services that write HTML of their own from what they are given: the words are what can be compared. */
export const comparableHtml = (html: string): string => htmlText(parseHtml(html)).replaceAll(/\s+/g, ' ').trim()
