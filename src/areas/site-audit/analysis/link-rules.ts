import type { StoredLinks } from '#areas/site-audit/json-columns.ts'
import { counted, type Finding } from '#areas/site-audit/rules/rule-table.ts'

import { isFaulty, type Way } from './redirects.ts'
import type { SiteNode } from './site-nodes.ts'

export type Target = { status: number | null; error: string | null; bytes: number | null; contentType: string | null }
export type Known = {
  isOwn(url: string): boolean
  node(url: string): SiteNode | undefined
  way(node: SiteNode): Way
  link(url: string): Target | undefined
  image(url: string): Target | undefined
}

const largeImage = 500_000

/** What a page links to and shows. */
export function* linkFindings(links: StoredLinks, known: Known): Generator<Finding> {
  const urls = [...new Set(links.links.map(({ u }) => u))]
  const broken: { url: string; status: number | null }[] = []
  const moved: { url: string; target: string }[] = []
  const external: { url: string; status: number | null }[] = []
  for (const url of urls) {
    if (known.isOwn(url)) {
      const node = known.node(url)
      if (node === undefined) continue
      const way = known.way(node)
      if (way.works === false) broken.push({ url, status: way.status })
      else if (way.hops > 0 && way.works === true) moved.push({ url, target: way.finalUrl })
    } else {
      const target = known.link(url)
      if (target !== undefined && isFaulty(target)) external.push({ url, status: target.status })
    }
  }
  if (broken.length > 0) yield { rule: 'broken_internal_link', evidence: counted('links', broken) }
  if (moved.length > 0) yield { rule: 'link_to_redirect', evidence: counted('links', moved) }
  if (external.length > 0) yield { rule: 'broken_external_link', evidence: counted('links', external) }

  const images = links.images.flatMap((url) => {
    const target = known.image(url)
    return target === undefined ? [] : [{ url, ...target }]
  })
  const missing = images.filter(isBrokenImage).map(({ url, status }) => ({ url, status }))
  if (missing.length > 0) yield { rule: 'image_broken', evidence: counted('images', missing) }
  const large = images.filter((image) => !isBrokenImage(image) && (image.bytes ?? 0) > largeImage)
  if (large.length > 0)
    yield {
      rule: 'image_too_large',
      evidence: counted(
        'images',
        large.map(({ url, bytes }) => ({ url, bytes })),
      ),
    }
}

function isBrokenImage({ status, error, contentType }: Target): boolean {
  if (error !== null) return true
  if (status === null) return false
  return status !== 200 || contentType?.startsWith('image/') !== true
}
