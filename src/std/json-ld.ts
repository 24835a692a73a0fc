import { isObject } from './objects.ts'

/** What the structured data of a page says about its article. */
export type ArticleData = {
  headline: string | null
  description: string | null
  image: string | null
  authors: string[]
  publishedAt: string | null
  modifiedAt: string | null
}

const articleTypes = /^(?:https?:\/\/schema\.org\/)?\w*(?:Article|BlogPosting|Report|Recipe|HowTo)$/
const maxBytes = 500_000
const maxNodes = 2000

/** The first article in the blocks of JSON-LD of a page; undefined where none can be read. */
export function articleData(blocks: readonly string[]): ArticleData | undefined {
  for (const block of blocks) {
    if (block.length > maxBytes) continue
    const found = articleIn(parsed(block))
    if (found !== undefined) return found
  }
  return undefined
}

function parsed(block: string): unknown {
  try {
    return JSON.parse(block)
  } catch {
    return undefined
  }
}

function articleIn(value: unknown): ArticleData | undefined {
  const waiting = [value]
  for (let seen = 0; waiting.length > 0 && seen < maxNodes; seen++) {
    const next = waiting.shift()
    if (Array.isArray(next)) waiting.push(...next.slice(0, maxNodes))
    if (!isObject(next)) continue
    if (list(next['@type']).some((type) => typeof type === 'string' && articleTypes.test(type))) return dataOf(next)
    waiting.push(next['@graph'], next['mainEntity'])
  }
  return undefined
}

function dataOf(article: Record<string, unknown>): ArticleData {
  return {
    headline: textOf(article['headline']) ?? textOf(article['name']),
    description: textOf(article['description']),
    image: textOf(list(article['image'])[0], 'url'),
    authors: list(article['author']).flatMap((author) => textOf(author, 'name') ?? []),
    publishedAt: textOf(article['datePublished']),
    modifiedAt: textOf(article['dateModified']),
  }
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

function textOf(value: unknown, field?: string): string | null {
  if (typeof value === 'string') return value.trim() || null
  return field !== undefined && isObject(value) ? textOf(value[field]) : null
}
