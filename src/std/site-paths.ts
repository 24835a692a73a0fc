import { comparablePath } from './comparable-url.ts'
import { urlLength } from './urls.ts'

/**
 * A path of a website in its canonical spelling: `/` first, percent sequences where they are needed and in capitals, at most
 * 2,048 characters. Undefined for what is not such a path, or refers to another path indirectly (`//`, `.`, `..`).
 */
export function sitePath(text: string): string | undefined {
  if (text.length > urlLength || !/^\/[^\s\p{Cc}?#\\]*$/u.test(text)) return undefined
  const segments = text.slice(1).split('/')
  const spelled = segments.map(canonicalSegment)
  const isWhole = spelled.every((segment, i) => segment !== undefined && (segment !== '' || i === segments.length - 1))
  const path = `/${spelled.join('/')}`
  return isWhole && path !== '/' && path.length <= urlLength ? path : undefined
}

/** A path that another program wrote, in its canonical spelling where it has one: such programs leave blanks and letters as they are. */
export function foreignPath(text: string): string {
  return sitePath(text.replace(/\s/gu, encodeURIComponent)) ?? text
}

/** How one path may be written, decoded or encoded, in capitals or not, each with and without the slash at its end. */
export function spellings(path: string): string[] {
  const bare = comparablePath(path)
  if (bare === '/') return ['/']
  const segments = bare.toWellFormed().split('/')
  const encoded = [segments.map(spelledSegment).join('/'), segments.map(encodeURIComponent).join('/')]
  const forms = [bare, ...encoded, ...encoded.map(lowerEscapes)]
  return [...new Set(forms.flatMap((form) => [form, `${form}/`]))]
}

const lowerEscapes = (path: string) => path.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase())

/** A path as paths are compared: decoded, in normal form C, without the slash at its end. */
export function pathKey(path: string): string {
  const decoded = path.replace(/(?:%[\da-f]{2})+/gi, (sequence) => {
    try {
      return decodeURIComponent(sequence)
    } catch {
      return sequence
    }
  })
  let end = decoded.length
  while (decoded[end - 1] === '/') end--
  return decoded.slice(0, end).normalize('NFC')
}

function canonicalSegment(segment: string): string | undefined {
  try {
    const decoded = decodeURIComponent(segment).normalize('NFC')
    if (decoded === '.' || decoded === '..' || /\p{Cc}/u.test(decoded)) return undefined
    return spelledSegment(decoded)
  } catch {
    return undefined
  }
}

/** A decoded segment in its canonical spelling. */
export function spelledSegment(decoded: string): string {
  return encodeURIComponent(decoded).replace(/%(?:3A|40|24|26|2B|2C|3B|3D)/g, decodeURIComponent)
}
