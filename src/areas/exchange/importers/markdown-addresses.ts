import { pathOf } from './import-text.ts'
import type { ResolveAddress } from './markdown-body.ts'

/** A file that becomes an item, as a link can mean it. */
export type LinkTarget = { path: string; sitePath: string; slug: string | null }

/** What is known of a folder after the first reading: by file, by path on the old site, and the files that are not Markdown. */
export type SiteMap = { byFile: Map<string, LinkTarget>; bySitePath: Map<string, LinkTarget>; assets: Set<string> }

export type AddressRules = {
  /** The address of the old site, as `https://example.com`; without it relative images cannot be shown. */
  baseUrl: string | null
  /** Null: the path on the old site. */
  linkTo: ((target: LinkTarget) => string) | null
}

/**
 * Resolves the addresses of one file: to other imported files by file (`./other.md`, `@/posts/other.md`) or by path on the old site, else below the base
 * URL as the old site served them: relative to the page, or next to the file when it is there.
 */
export function addressesOf(page: LinkTarget, map: SiteMap, { baseUrl, linkTo }: AddressRules): ResolveAddress {
  const folder = page.path.split('/').slice(0, -1)
  const isFolderPage = /(^|\/)_?index\.[^/]+$/.test(page.path)

  return (address, use) => {
    if (address === '' || /^(#|\?|\/\/|[a-z][a-z0-9+.-]*:)/i.test(address)) return 'as it is'
    const [, bare = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
    const path = decoded(bare)

    const file = path.startsWith('@/') ? path.slice(2) : path.startsWith('/') ? null : joined(folder, path)
    const onSite = path.startsWith('@/')
      ? null
      : pathOf(path.startsWith('/') ? path : `/${joined(page.sitePath.split('/'), path)}`)
    if (use === 'link') {
      if (linkTo === null && path.startsWith('/')) return 'as it is'
      const target =
        (file === null ? undefined : fileOf(map, file)) ?? (onSite === null ? undefined : pageOf(map, onSite))
      if (target) return { to: (linkTo?.(target) ?? target.sitePath) + suffix }
      if (path.startsWith('/')) return 'as it is'
    }

    const isBeside = file !== null && !isFolderPage && map.assets.has(file)
    const place = isBeside ? `/${file}` : onSite
    if (baseUrl === null || place === null) return 'unresolved'
    const closing = bare.endsWith('/') ? '/' : ''
    return { to: encodeURI(baseUrl.replace(/\/+$/, '') + place + closing) + suffix }
  }
}

function fileOf(map: SiteMap, file: string): LinkTarget | undefined {
  const plain = file.replace(/\/+$/, '')
  return (
    map.byFile.get(plain) ??
    map.byFile.get(`${plain}.md`) ??
    map.byFile.get(`${plain}/index.md`) ??
    map.byFile.get(`${plain}/_index.md`)
  )
}

function pageOf(map: SiteMap, path: string): LinkTarget | undefined {
  return map.bySitePath.get(path) ?? map.bySitePath.get(path.replace(/(\/index)?\.html?$/, ''))
}

function joined(folder: readonly string[], path: string): string {
  const parts: string[] = []
  for (const part of [...folder, ...path.split('/')]) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
