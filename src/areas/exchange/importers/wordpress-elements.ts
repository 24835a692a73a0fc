import { Parser } from 'htmlparser2'

import type { Edit } from '#std/text-edits.ts'

import { escapeHtml } from './import-text.ts'
import type { Remark } from './record.ts'

type Addresses = { baseUrl: string | null; permalinkOf?: (address: string) => string }

/**
 * Edits that keep elements readable which an article cannot have: players, frames and objects become links to what they show, an image in the background
 * becomes an image, relative addresses absolute ones.
 */
export function elementEdits(html: string, addresses: Addresses, remarks: Remark[]): Edit[] {
  const edits: Edit[] = Array.from(html.matchAll(embedForm), ({ 1: before = '', 2: address = '', index }) => ({
    start: index + before.length,
    end: index + before.length + address.length,
    text: linkTo(address.replaceAll('&amp;', '&')).join(''),
  }))
  let player: { name: string; start: number; addresses: Set<string>; depth: number } | null = null
  const parser = new Parser({
    onopentag(name, attributes, isImplied) {
      if (isImplied) return
      if (player) {
        const source = addressOf(attributes)
        if (source) player.addresses.add(source)
        if (player.name === name) player.depth++
      } else if (players.has(name)) {
        player = { name, start: parser.startIndex, addresses: new Set([addressOf(attributes) ?? '']), depth: 1 }
      } else {
        edits.push(
          ...addressEdits(
            { html, start: parser.startIndex, end: parser.endIndex + 1 },
            name,
            attributes,
            addresses,
            remarks,
          ),
        )
      }
    },
    onclosetag(name) {
      if (!player || name !== player.name || --player.depth > 0) return
      const links = [...player.addresses].flatMap((address) => linkTo(absolute(address, addresses.baseUrl)))
      if (links.length === 0) remarks.push({ code: 'block_dropped', message: `The element "${name}" names no address` })
      edits.push({ start: player.start, end: parser.endIndex + 1, text: links.slice(0, 1).join('') })
      player = null
    },
  })
  parser.end(html)
  return edits
}

// An embed block contains its address as text, which WordPress replaces when it is shown.
const embedForm = /(<div class="wp-block-embed__wrapper">\s*)(https?:\/\/[^\s<>"]+)(?=\s*<\/div>)/g

const players = new Set(['video', 'audio', 'iframe', 'embed', 'object'])

function addressOf(attributes: Record<string, string>): string | undefined {
  return attributes['src'] ?? attributes['data'] ?? (attributes['name'] === 'movie' ? attributes['value'] : undefined)
}

function linkTo(address: string): string[] {
  return /^https?:\/\//i.test(address) ? [`<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`] : []
}

type Place = { html: string; start: number; end: number }

function addressEdits(
  place: Place,
  name: string,
  attributes: Record<string, string>,
  { baseUrl, permalinkOf = (address) => address }: Addresses,
  remarks: Remark[],
): Edit[] {
  const { html, start, end } = place
  if (name === 'img' || name === 'a') {
    const attribute = name === 'img' ? 'src' : 'href'
    const value = attributes[attribute]
    if (!value) return []
    const found = absolute(value.trim(), baseUrl)
    const to = name === 'a' ? permalinkOf(found) : found
    if (name === 'img' && !/^https?:\/\//.test(to)) {
      remarks.push({
        code: 'image_unresolved',
        message: `The image "${to.slice(0, 200)}" has no https address and is not shown`,
      })
    } else if (name === 'a' && isRelative(to)) {
      remarks.push({
        code: 'link_unresolved',
        message: `The link "${to.slice(0, 200)}" is relative and was kept as it is`,
      })
    }
    if (to === value) return []
    const written = new RegExp(`\\s${attribute}\\s*=\\s*("[^"]*"|'[^']*'|[^\\s>]+)`, 'i').exec(html.slice(start, end))
    if (!written?.[1]) return []
    const at = start + written.index + written[0].length - written[1].length
    return [{ start: at, end: at + written[1].length, text: `"${escapeHtml(to)}"` }]
  }
  const background = /background(?:-image)?\s*:[^;]*?url\(\s*['"]?(https:[^'")]+)/i.exec(attributes['style'] ?? '')?.[1]
  return background ? [{ start: end, end, text: `<img src="${escapeHtml(background)}" alt="">` }] : []
}

function absolute(address: string, baseUrl: string | null): string {
  if (baseUrl === null || !isRelative(address)) return address
  return URL.parse(address, `${baseUrl.replace(/\/+$/, '')}/`)?.href ?? address
}

function isRelative(address: string): boolean {
  return address !== '' && !/^(#|[a-z][a-z0-9+.-]*:)/i.test(address)
}
