import { urlLength } from './urls.ts'

/** Whether a text is the template of a path: it begins with one `/` and has `{slug}` once, without query or fragment. */
export function isUrlTemplate(text: string): boolean {
  return text.length <= urlLength && /^\/(?!\/)[^\s\p{Cc}?#\\{}]*\{slug\}[^\s\p{Cc}?#\\{}]*$/u.test(text)
}
