import { pathOf } from './import-text.ts'
import type { ResolveAddress } from './markdown-body.ts'
import { isPictureName } from './picture-uses.ts'
import type { SourceFile, SourcePicture } from './record.ts'

/** A file that becomes an item, as a link can mean it. */
export type LinkTarget = { path: string; sitePath: string; slug: string | null }

/** What is known of a folder after the first reading: items by file and by path on the old site, and the other files. */
export type SiteMap = {
  byFile: Map<string, LinkTarget>
  bySitePath: Map<string, LinkTarget>
  /** By path in the source. */
  files: Map<string, SourceFile>
  /** By path on the old site, of what is next to the source. */
  served: Map<string, SourceFile>
}

export type AddressRules = {
  /** The address of the old site, as `https://example.com`; without it relative images that are not there cannot be shown. */
  baseUrl: string | null
  /** Null: the path on the old site. */
  linkTo: ((target: LinkTarget) => string) | null
}

/** Resolves what one file names: addresses of its body, and pictures among the files of the source. */
export type PageAddresses = {
  resolve: ResolveAddress
  /** The picture at an address: a file of the source, or one on another server; undefined where neither can be. */
  pictureAt(address: string, alt: string | null): SourcePicture | undefined
  /** The files of the source that were named, by address. */
  pictures: Map<string, SourcePicture>
}

/**
 * Resolves the addresses of one file: pictures and links to other imported files by file (`./other.md`, `@/posts/other.md`) or by path on the old site, else
 * below the base URL as the old site served them: relative to the page, or next to the file when it is there.
 */
export function addressesOf(page: LinkTarget, map: SiteMap, rules: AddressRules): PageAddresses {
  const { baseUrl, linkTo } = rules
  const place = placeOf(page)
  const pictures = new Map<string, SourcePicture>()

  function fileAt(address: string): SourcePicture | undefined {
    const path = localPath(address, baseUrl)
    const file = path === null ? undefined : namedFile(path, place, map)
    if (file === undefined || !isPictureName(file.path)) return undefined
    return { file, alt: null, otherwise: isAbsolute(address) ? null : onOldSite(address, place, map, baseUrl) }
  }

  const resolve: ResolveAddress = (address, use) => {
    const picture = fileAt(address)
    if (picture !== undefined) {
      pictures.set(address, picture)
      return 'as it is'
    }
    if (isAbsolute(address)) return 'as it is'
    const [, bare = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
    const path = decoded(bare)
    if (use === 'link') {
      if (linkTo === null && path.startsWith('/')) return 'as it is'
      const target = targetOf(path, place, map)
      if (target) return { to: (linkTo?.(target) ?? target.sitePath) + suffix }
      if (path.startsWith('/')) return 'as it is'
    }
    const to = onOldSite(address, place, map, baseUrl)
    return to === null ? 'unresolved' : { to }
  }

  return {
    resolve,
    pictures,
    pictureAt(address, alt) {
      const found = fileAt(address)
      if (found !== undefined) return { ...found, alt }
      const to = /^https?:\/\//i.test(address)
        ? address
        : isAbsolute(address)
          ? null
          : onOldSite(address, place, map, baseUrl)
      return to === null ? undefined : { addresses: [to], alt, otherwise: null }
    },
  }
}

type Place = { folder: readonly string[]; stem: string; sitePath: readonly string[]; isFolderPage: boolean }

function placeOf({ path, sitePath }: LinkTarget): Place {
  const parts = path.split('/')
  return {
    folder: parts.slice(0, -1),
    stem: (parts.at(-1) ?? '').replace(/\.[^.]+$/, ''),
    sitePath: sitePath.split('/'),
    isFolderPage: /(^|\/)_?index\.[^/]+$/.test(path),
  }
}

function isAbsolute(address: string): boolean {
  return address === '' || /^(#|\?|\/\/|[a-z][a-z0-9+.-]*:)/i.test(address)
}

/** The path that an address names in the source; null where it leads elsewhere. Addresses of the old site are its paths. */
function localPath(address: string, baseUrl: string | null): string | null {
  const site = baseUrl?.replace(/\/+$/, '') ?? null
  const below = site !== null && address.startsWith(`${site}/`) ? address.slice(site.length) : address
  return isAbsolute(below) ? null : decoded(below.replace(/[?#].*$/s, ''))
}

/** Folders whose files a site serves from its root. */
const roots = ['', 'static/', 'public/', 'assets/', 'source/', 'content/', 'src/']

/** A file as a text names it: next to the text, in the folder of its name, or from the root of the site. */
function namedFile(path: string, { folder, stem, sitePath }: Place, map: SiteMap): SourceFile | undefined {
  const beside = path.startsWith('/')
    ? []
    : path.startsWith('@/')
      ? [path.slice(2)]
      : [joined(folder, path), joined([...folder, stem], path)]
  const onSite = path.startsWith('/') ? joined([], path) : joined(sitePath, path)
  for (const candidate of [...beside, ...roots.map((root) => root + onSite)]) {
    const file = map.files.get(candidate)
    if (file !== undefined) return file
  }
  return map.served.get(onSite)
}

/** Where the old site has what an address names; null where its address is not known. */
function onOldSite(address: string, place: Place, map: SiteMap, baseUrl: string | null): string | null {
  const [, bare = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
  const path = decoded(bare)
  const file = path.startsWith('/') || path.startsWith('@/') ? null : joined(place.folder, path)
  const isBeside = file !== null && !place.isFolderPage && map.files.has(file)
  const site = isBeside ? `/${file}` : pathOnSite(path, place)
  if (baseUrl === null || site === null) return null
  const closing = bare.endsWith('/') ? '/' : ''
  return encodeURI(baseUrl.replace(/\/+$/, '') + site + closing) + suffix
}

function pathOnSite(path: string, { sitePath }: Place): string | null {
  if (path.startsWith('@/')) return null
  return pathOf(path.startsWith('/') ? path : `/${joined(sitePath, path)}`)
}

function targetOf(path: string, place: Place, map: SiteMap): LinkTarget | undefined {
  const file = path.startsWith('@/') ? path.slice(2) : path.startsWith('/') ? null : joined(place.folder, path)
  const onSite = pathOnSite(path, place)
  const named = path.startsWith('@/') ? namedPage(path, map) : undefined
  return (file === null ? undefined : fileOf(map, file)) ?? named ?? (onSite === null ? undefined : pageOf(map, onSite))
}

function fileOf(map: SiteMap, file: string): LinkTarget | undefined {
  const plain = file.replace(/\/+$/, '')
  const ways = ['', '.md', '.mdx', '/index.md', '/index.mdx', '/_index.md']
  for (const way of ways) {
    const target = map.byFile.get(plain + way)
    if (target !== undefined) return target
  }
  return undefined
}

const pagesByName = new WeakMap<SiteMap, Map<string, LinkTarget | null>>()

/** The only page whose file has this name, wherever it is. */
function namedPage(path: string, map: SiteMap): LinkTarget | undefined {
  const nameOf = (file: string) => (file.split('/').at(-1) ?? '').replace(/\.mdx?$/, '').toLowerCase()
  let pages = pagesByName.get(map)
  if (pages === undefined) {
    pages = new Map()
    for (const [file, page] of map.byFile) pages.set(nameOf(file), pages.has(nameOf(file)) ? null : page)
    pagesByName.set(map, pages)
  }
  return pages.get(nameOf(path)) ?? undefined
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
