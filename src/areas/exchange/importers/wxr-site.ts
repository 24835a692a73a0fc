import { decodePercent } from '#std/percent.ts'

import { stemOf } from './picture-addresses.ts'
import type { NamedReference } from './record.ts'
import type { GalleryImage } from './wordpress-shortcodes.ts'

const maxImages = 50_000

/** What the first reading of an export file leaves for the second: who wrote, which terms exist, which image has which address. */
export class WxrSite {
  baseUrl: string | null = null
  readonly authors = new Map<string, NamedReference>()
  readonly terms = new Set<string>()
  readonly #images = new Map<string, GalleryImage>()
  readonly #byStem = new Map<string, string>()
  readonly #attached = new Map<string, string[]>()
  readonly #links = new Map<string, string>()
  readonly #mediaKeys = new Set<string>()
  readonly #itemKeys = new Set<string>()

  /** The address of an entry across all runs: the site and the entry's number in it. A repeated number gets a suffix. */
  uniqueKey(kind: 'media' | 'item', id: string): { key: string; isRepeated: boolean } {
    const keys = kind === 'media' ? this.#mediaKeys : this.#itemKeys
    let unique = id
    for (let n = 2; keys.has(unique); n++) unique = `${id}#${n}`
    keys.add(ownText(unique))
    return { key: this.keyOf(unique), isRepeated: unique !== id }
  }

  keyOf(id: string): string {
    return `wordpress:${(this.baseUrl ?? '').replace(/^https?:\/\/|\/+$/g, '')}:${id}`
  }

  addImage(id: string, parent: string, image: GalleryImage): void {
    if (this.#images.size >= maxImages || this.#images.has(id)) return
    const own = ownText(id)
    this.#byStem.set(ownText(stemOf(image.url)), own)
    this.#images.set(own, { url: ownText(image.url), alt: ownText(image.alt), caption: ownText(image.caption) })
    const attached = this.#attached.get(parent)
    if (attached) attached.push(own)
    else this.#attached.set(ownText(parent), [own])
  }

  /** The address of the attachment of which an address names a size. */
  attachmentAt(address: string): string | undefined {
    return this.#images.get(this.#byStem.get(stemOf(address)) ?? '')?.url
  }

  addLink(id: string, link: string): void {
    if (this.#links.size < maxImages && !this.#links.has(id)) this.#links.set(ownText(id), ownText(link))
  }

  /** The address of the entry that an address such as `/?p=8` names by its number; any other address as it is. */
  permalinkOf(address: string): string {
    const url = URL.parse(address)
    if (url === null || this.baseUrl === null || url.host !== URL.parse(this.baseUrl)?.host) return address
    const id = url.searchParams.get('p') ?? url.searchParams.get('page_id')
    const link = id === null ? undefined : this.#links.get(id)
    return link === undefined ? address : `${link}${url.hash}`
  }

  /** The images with these ids in their order; with null, those that were uploaded to this post. */
  imagesOf(ids: readonly string[] | null, post: string): GalleryImage[] {
    return (ids ?? this.#attached.get(post) ?? []).flatMap((id) => this.#images.get(id) ?? [])
  }

  /** A nicename as text: WordPress stores other scripts percent-encoded. */
  slugText(nicename: string): string {
    return decodePercent(nicename.trim())
  }
}

// A slice of a text keeps the whole text in memory: what is kept for long is copied.
function ownText(text: string): string {
  return Buffer.from(text).toString()
}
