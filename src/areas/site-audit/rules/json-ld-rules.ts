import { isObject } from '#std/objects.ts'
import type { Parts } from '#std/parts.ts'

import { nameAsEvidence } from './evidence-words.ts'
import { isIsoDate } from './iso-date.ts'

type Node = Record<string, unknown>
export type JsonLdError = {
  block: number
  path: string
  code: 'syntax' | 'context' | 'type_missing' | 'required_missing' | 'invalid_url' | 'invalid_date'
}

/** What the structured data of a page say, and what is wrong with them. */
export type JsonLd = {
  errors: JsonLdError[]
  /** The articles that the page says it is: not those that a list of articles has, or that another node mentions. */
  articles: Node[]
  hasDate: boolean
  hasAuthor: boolean
  /** Whether there are more nodes than are looked at. */
  hasMore: boolean
}

const maxLevels = 64
/** Of all blocks of a page, so many objects and lists are looked at (site-audit.md#five-thousand-nodes). */
export const mostNodes = 5000
const mostErrors = 200
/** Nodes that are looked at between two turns of others. */
const partNodes = 100

/** Reads every block of a page, in parts between which others can have their turn. */
export function* readingJsonLd(blocks: readonly string[]): Parts<JsonLd> {
  const found: JsonLd = { errors: [], articles: [], hasDate: false, hasAuthor: false, hasMore: false }
  let left = mostNodes
  for (const [block, text] of blocks.entries()) {
    yield
    if (left === 0) {
      found.hasMore = true
      break
    }
    const value = parsed(text)
    if (value === undefined || (yield* isTooDeep(value))) {
      if (found.errors.length < mostErrors) found.errors.push({ block, path: '', code: 'syntax' })
      continue
    }
    const { nodes, hasMore } = yield* collecting(value, left)
    found.hasMore ||= hasMore
    left -= nodes.size
    for (const { node, path, hasContext } of topNodes(value)) {
      if (!nodes.has(node)) break
      if (!hasContext) found.errors.push({ block, path, code: 'context' })
      if (typesOf(node).length === 0) found.errors.push({ block, path, code: 'type_missing' })
      found.articles.push(...[node, node['mainEntity']].filter(isArticle))
    }
    for (const [at, [node, path]] of [...nodes].entries()) {
      if (at % partNodes === partNodes - 1) yield
      if (isObject(node)) inspect(node, { block, path }, found)
    }
  }
  found.errors.splice(mostErrors)
  return found
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether objects and lists are within each other too deep to be looked at. */
function* isTooDeep(value: object): Parts<boolean> {
  const waiting: [object, number][] = [[value, 1]]
  let seen = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [one, level] = next
    if (level > maxLevels) return true
    for (const child of Object.values(one)) {
      if (++seen % (partNodes * 10) === 0) yield
      if (typeof child === 'object' && child !== null) waiting.push([child, level + 1])
    }
  }
  return false
}

type Top = { node: Node; path: string; hasContext: boolean }

/** The nodes that stand for themselves: an object, the entries of a list, the nodes of a graph, which may be a single one. */
function* topNodes(value: object): Generator<Top> {
  for (const [one, path] of Array.isArray(value) ? entriesOf(value) : [[value, ''] as const]) {
    if (!isObject(one)) continue
    const hasContext = isSchemaOrg(one['@context'])
    const graph = one['@graph']
    if (!Array.isArray(graph) && !isObject(graph)) {
      yield { node: one, path, hasContext }
      continue
    }
    for (const [node, at] of Array.isArray(graph) ? entriesOf(graph) : [[graph, ''] as const])
      if (isObject(node))
        yield { node, path: `${path}/@graph${at}`, hasContext: hasContext || isSchemaOrg(node['@context']) }
  }
}

function* entriesOf(list: readonly unknown[]): Generator<readonly [unknown, string]> {
  for (const [at, one] of list.entries()) yield [one, `/${at}`]
}

function isSchemaOrg(context: unknown): boolean {
  return [context].flat().some((one) => {
    if (typeof one === 'string') return /^(?:https?:)?(?:\/\/)?(?:www\.)?schema\.org(?:[/#]|$)/i.test(one.trim())
    return isObject(one) && isSchemaOrg(one['@vocab'])
  })
}

/** The objects and lists of a block with their paths, the outer ones first, as many as may be looked at; and whether there are more. */
function* collecting(value: object, most: number): Parts<{ nodes: Map<object, string>; hasMore: boolean }> {
  const nodes = new Map([[value, '']])
  let at = 0
  // What is added meanwhile comes later in the same loop.
  for (const [one, path] of nodes) {
    if (at++ % partNodes === partNodes - 1) yield
    for (const [name, child] of Object.entries(one)) {
      if (name === '@context' || typeof child !== 'object' || child === null) continue
      if (nodes.size === most) return { nodes, hasMore: true }
      nodes.set(child, `${path}/${nameAsEvidence(name)}`)
    }
  }
  return { nodes, hasMore: false }
}

const articleTypes = new Set(['Article', 'NewsArticle', 'BlogPosting'])
const addresses = ['url', 'image', 'sameAs']
const dates = /^date[A-Z]\w*$|^(?:uploadDate|startDate|endDate)$/

function inspect(node: Node, { block, path }: { block: number; path: string }, found: JsonLd): void {
  const types = typesOf(node)
  if (isGiven(node['author'])) found.hasAuthor = true
  if (isGiven(node['datePublished']) || isGiven(node['dateModified'])) found.hasDate = true
  for (const type of types)
    for (const name of missing(type, node))
      found.errors.push({ block, path: `${path}/${name}`, code: 'required_missing' })
  for (const name of addresses) {
    const texts = [node[name]].flat().filter((one) => typeof one === 'string')
    if (texts.some((text) => !isAbsolute(text)))
      found.errors.push({ block, path: `${path}/${name}`, code: 'invalid_url' })
  }
  for (const [name, value] of Object.entries(node))
    if (dates.test(name) && typeof value === 'string' && !isIsoDate(value))
      found.errors.push({ block, path: `${path}/${nameAsEvidence(name)}`, code: 'invalid_date' })
}

const isArticle = (value: unknown): value is Node =>
  isObject(value) && typesOf(value).some((type) => articleTypes.has(type))

/** The properties that a node of a type lacks. */
function missing(type: string, node: Node): string[] {
  const lacks = (...names: string[]) => names.filter((name) => !isGiven(node[name]))
  if (articleTypes.has(type)) return lacks('headline')
  switch (type) {
    case 'FAQPage':
      return listOf(node['mainEntity']).some((one) => isQuestion(one)) &&
        listOf(node['mainEntity']).every((one) => isQuestion(one))
        ? []
        : ['mainEntity']
    case 'HowTo':
      return lacks('name', 'step')
    case 'Product':
      return [...lacks('name'), ...(lacks('offers', 'review', 'aggregateRating').length === 3 ? ['offers'] : [])]
    case 'BreadcrumbList': {
      const entries = listOf(node['itemListElement'])
      return entries.length > 0 && entries.every(isCrumb) ? [] : ['itemListElement']
    }
    case 'Event':
      return lacks('name', 'startDate', 'location')
    case 'Recipe':
      return lacks('name', 'image')
    case 'VideoObject':
      return lacks('name', 'thumbnailUrl', 'uploadDate')
    default:
      return []
  }
}

function isQuestion(value: unknown): boolean {
  if (!isObject(value) || !isGiven(value['name'])) return false
  return listOf(value['acceptedAnswer']).some((answer) => isObject(answer) && isGiven(answer['text']))
}

function isCrumb(value: unknown): boolean {
  return isObject(value) && isGiven(value['position']) && (isGiven(value['name']) || isGiven(value['item']))
}

function typesOf(node: Node): string[] {
  return listOf(node['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/i, ''))
    .filter((type) => type !== '')
}

const listOf = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat())

function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (Array.isArray(value)) return value.some(isGiven)
  return value !== undefined && value !== null
}

function isAbsolute(text: string): boolean {
  return /^https?:\/\//i.test(text.trim()) && URL.canParse(text.trim())
}
