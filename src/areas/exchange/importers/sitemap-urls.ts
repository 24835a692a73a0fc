import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import { Parser } from 'htmlparser2'

import { Refusal } from '#kernel/errors.ts'
import { decodeXml } from '#std/decode-text.ts'
import { isHttpUrl } from '#std/urls.ts'

import { type Outside, readOutside, whyNotRead } from './outside.ts'
import { type SkippedEntry, skippedEntry } from './record.ts'

const unzip = promisify(gunzip)
const maxUnzipped = 20_000_000
const maxSitemaps = 50
const maxDepth = 3
const maxUrls = 50_000

export type SitemapEntry = { url: string; lastModified: string }

/** The pages that a sitemap names, including the sitemaps of an index, only on the sitemap's own site; and what was left out. */
export async function readSitemap(
  address: string,
  outside: Outside,
): Promise<{ entries: SitemapEntry[]; skipped: SkippedEntry[] }> {
  const found = new Map<string, SitemapEntry>()
  const skipped: SkippedEntry[] = []
  const waiting = [{ address, depth: 1 }]
  const seen = new Set([address])
  for (let next = waiting.shift(); next !== undefined && found.size < maxUrls; next = waiting.shift()) {
    const { urls, sitemaps } = await readOne(next.address, outside).catch((error: unknown) => {
      if (next?.depth === 1) throw error
      skipped.push(skippedEntry(next?.address ?? address, 'sitemap', whyNotRead(error)))
      return { urls: [], sitemaps: [] }
    })
    for (const entry of urls) {
      if (!isHttpUrl(entry.url)) skipped.push(skippedEntry(entry.url, 'page', 'Its address is not a web address'))
      else if (siteOf(entry.url) !== siteOf(address))
        skipped.push(skippedEntry(entry.url, 'page', 'It is on another site than its sitemap'))
      else if (found.size < maxUrls) found.set(entry.url, entry)
    }
    for (const one of sitemaps) {
      if (seen.has(one) || !isHttpUrl(one)) continue
      if (seen.size >= maxSitemaps || next.depth >= maxDepth || siteOf(one) !== siteOf(address)) {
        skipped.push(skippedEntry(one, 'sitemap', 'At most 50 sitemaps of the same site are read, three levels deep'))
        continue
      }
      seen.add(one)
      waiting.push({ address: one, depth: next.depth + 1 })
    }
  }
  return { entries: [...found.values()], skipped }
}

function siteOf(address: string): string {
  return new URL(address).host.replace(/^www\./, '')
}

async function readOne(address: string, outside: Outside) {
  const accept = 'application/xml, text/xml, application/gzip;q=0.9, */*;q=0.1'
  const answer = await readOutside(outside, address, { accept })
  const text = decodeXml(await unzipped(answer.body), answer.headers.get('content-type')).trimStart()
  if (text.startsWith('<')) return parse(text)
  // The protocol also knows a plain list.
  const lines = text.split('\n', maxUrls).map((line) => line.trim())
  if (!lines.some(isHttpUrl)) throw refuse()
  return { urls: lines.filter((line) => line !== '').map((url) => ({ url, lastModified: '' })), sitemaps: [] }
}

async function unzipped(bytes: Buffer): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return await unzip(bytes, { maxOutputLength: maxUnzipped })
  } catch {
    throw new Refusal(
      'validation_failed',
      'The compressed sitemap is broken, or larger than 20,000,000 bytes. Split it.',
    )
  }
}

function parse(xml: string): { urls: SitemapEntry[]; sitemaps: string[] } {
  const urls: SitemapEntry[] = []
  const sitemaps: string[] = []
  const path: string[] = []
  let text = ''
  let entry: SitemapEntry = { url: '', lastModified: '' }
  const parser = new Parser(
    {
      onopentagname(name) {
        const local = name.slice(name.indexOf(':') + 1)
        if (path.length === 0 && local !== 'urlset' && local !== 'sitemapindex') throw refuse()
        if (path.length >= 100) throw refuse()
        path.push(name.startsWith('image:') || name.startsWith('video:') || name.startsWith('news:') ? name : local)
        if (path.length === 2) entry = { url: '', lastModified: '' }
        text = ''
      },
      ontext(piece) {
        if (text.length < 4096) text += piece
      },
      onclosetag(_, isImplied) {
        const name = path.pop()
        if (isImplied) return
        if (path.length === 2 && name === 'loc') entry.url = text.trim()
        if (path.length === 2 && name === 'lastmod') entry.lastModified = text.trim()
        if (path.length === 1 && name === 'url' && urls.length < maxUrls) urls.push(entry)
        if (path.length === 1 && name === 'sitemap' && sitemaps.length < 1000) sitemaps.push(entry.url)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for (let at = 0; at < xml.length; at += 65_536) parser.write(xml.slice(at, at + 65_536))
  parser.end()
  if (urls.length === 0 && sitemaps.length === 0) throw refuse()
  return { urls, sitemaps }
}

function refuse(): Refusal {
  return new Refusal(
    'validation_failed',
    'The document is not a sitemap with pages. Name the address of a sitemap or of an index of sitemaps.',
  )
}
