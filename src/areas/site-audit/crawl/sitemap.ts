import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import { Parser } from 'htmlparser2'

import { type Breathe, inTurns } from '#kernel/breathe.ts'
import { decodeXml } from '#std/decode-text.ts'
import type { Parts } from '#std/parts.ts'

const unzip = promisify(gunzip)

/** What a sitemap can be wrong with. */
export type SitemapFault = 'status' | 'not_xml' | 'too_large' | 'too_many' | 'foreign_hosts'

/** What a sitemap names: pages with the time of their last change as it is written, or further sitemaps. */
export type Sitemap = { kind: 'urlset' | 'index' | 'text'; entries: SitemapEntry[]; fault: SitemapFault | null }
export type SitemapEntry = { url: string; lastModified: string | null }

/** The limits of the protocol. */
export const sitemapBytes = 50_000_000
const sitemapUrls = 50_000

/**
 * Reads a sitemap: XML, an index, or plain text with one address per line; compressed where its first bytes say so. One of 50 MB takes
 * seconds, between whose parts everything else has its turn.
 */
export async function readSitemap(bytes: Buffer, contentType: string | null, breathe: Breathe): Promise<Sitemap> {
  const unpacked = await unpack(bytes)
  if (unpacked === undefined) return broken('too_large')
  const text = decodeXml(unpacked, contentType).trimStart()
  return text.startsWith('<') ? inTurns(readingXml(text), breathe) : readLines(text)
}

const broken = (fault: SitemapFault): Sitemap => ({ kind: 'urlset', entries: [], fault })

async function unpack(bytes: Buffer): Promise<Buffer | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return await unzip(bytes, { maxOutputLength: sitemapBytes })
  } catch (error) {
    return error instanceof RangeError ? undefined : Buffer.from('<')
  }
}

function readLines(text: string): Sitemap {
  const lines = text
    .split(/\r\n|\r|\n/, sitemapUrls + 2)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length === 0 || !lines.every((line) => /^https?:\/\//i.test(line))) return broken('not_xml')
  return limited(
    'text',
    lines.map((url) => ({ url, lastModified: null })),
  )
}

function* readingXml(xml: string): Parts<Sitemap> {
  const entries: SitemapEntry[] = []
  let kind: 'urlset' | 'index' | undefined
  const fault = { isFound: false }
  const path: string[] = []
  let text = ''
  let entry: { url: string; lastModified: string | null } = { url: '', lastModified: null }
  const parser = new Parser(
    {
      onopentagname(full) {
        const name = full.slice(full.indexOf(':') + 1)
        if (path.length === 0) {
          kind = name === 'urlset' ? 'urlset' : name === 'sitemapindex' ? 'index' : undefined
          fault.isFound ||= kind === undefined
        }
        fault.isFound ||= path.length >= 100
        path.push(/^(?:image|video|news|xhtml):/.test(full) ? full : name)
        if (path.length === 2) entry = { url: '', lastModified: null }
        text = ''
      },
      ontext(piece) {
        if (text.length < 4096) text += piece
      },
      onclosetag(_, isImplied) {
        const name = path.pop()
        // The parser also says so of an element that closes itself, such as `<xhtml:link hreflang="de" href="…"/>`.
        fault.isFound ||= isImplied && !xml.startsWith('/>', parser.endIndex - 1)
        if (path.length === 2 && name === 'loc') entry.url = text.trim()
        if (path.length === 2 && name === 'lastmod') entry.lastModified = text.trim()
        const isEntry = path.length === 1 && name === (kind === 'index' ? 'sitemap' : 'url')
        if (isEntry && entry.url !== '' && entries.length <= sitemapUrls) entries.push(entry)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for (let at = 0; at < xml.length && !fault.isFound; at += 65_536) {
    parser.write(xml.slice(at, at + 65_536))
    yield
  }
  if (!fault.isFound) parser.end()
  return kind === undefined || fault.isFound ? broken('not_xml') : limited(kind, entries)
}

function limited(kind: Sitemap['kind'], entries: SitemapEntry[]): Sitemap {
  const fault = entries.length > sitemapUrls ? 'too_many' : null
  return { kind, entries: entries.slice(0, sitemapUrls), fault }
}

const sameMost = 20

/**
 * What is wrong with the times of the last change: one of the future, no date, or one moment for twenty pages or more. A day without a time is
 * no moment: it counts where all pages have it.
 */
export function lastmodFault(entries: readonly SitemapEntry[], now: Date): 'future' | 'no_date' | 'same' | null {
  const given = entries.flatMap(({ lastModified }) => (lastModified === null ? [] : lastModified))
  const times = given.map((text) => (isDate(text) ? Date.parse(text) : Number.NaN))
  if (times.some((time) => Number.isNaN(time))) return 'no_date'
  if (times.some((time) => time > now.getTime())) return 'future'
  const isOneDay = given.length >= sameMost && given.length === entries.length && new Set(times).size === 1
  const moments = Map.groupBy(
    times.filter((_, at) => given[at]?.includes('T')),
    (time) => time,
  )
  return isOneDay || [...moments.values()].some((all) => all.length >= sameMost) ? 'same' : null
}

/** Whether a text is a date of ISO 8601, as schema.org and sitemaps want it, on a day that there is. */
export function isDate(text: string): boolean {
  const form = /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?)?)?$/i
  const given = text.trim()
  const day = given.slice(0, 10)
  const midnight = Date.parse(day)
  if (!form.test(given) || Number.isNaN(Date.parse(given)) || Number.isNaN(midnight)) return false
  // The 30th of February would be read as a day of March.
  return new Date(midnight).toISOString().startsWith(day)
}
