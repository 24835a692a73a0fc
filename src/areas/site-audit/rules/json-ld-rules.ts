import { isObject } from '#std/objects.ts'

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
}

const maxLevels = 64
const maxNodes = 5000
const mostErrors = 200

/** Reads every block of a page. */
export function readJsonLd(blocks: readonly string[]): JsonLd {
  const found: JsonLd = { errors: [], articles: [], hasDate: false, hasAuthor: false }
  for (const [block, text] of blocks.entries()) {
    const value = parsed(text)
    if (value === undefined || depthOf(value) > maxLevels) {
      found.errors.push({ block, path: '', code: 'syntax' })
      continue
    }
    for (const { node, path, hasContext } of topNodes(value)) {
      if (!hasContext) found.errors.push({ block, path, code: 'context' })
      if (typesOf(node).length === 0) found.errors.push({ block, path, code: 'type_missing' })
      found.articles.push(...[node, node['mainEntity']].filter(isArticle))
    }
    for (const { node, path } of allNodes(value)) inspect(node, { block, path }, found)
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

function depthOf(value: unknown): number {
  let deepest = 0
  const waiting: [unknown, number][] = [[value, 1]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [one, level] = next
    if (typeof one !== 'object' || one === null) continue
    deepest = Math.max(deepest, level)
    if (deepest > maxLevels) return deepest
    for (const child of Object.values(one)) waiting.push([child, level + 1])
  }
  return deepest
}

type Top = { node: Node; path: string; hasContext: boolean }

/** The nodes that stand for themselves: an object, the entries of an array, the nodes of a graph. */
function topNodes(value: object): Top[] {
  const entries = Array.isArray(value)
    ? value.map((one: unknown, at) => [one, `/${at}`] as const)
    : [[value, ''] as const]
  return entries.flatMap(([one, path]): Top[] => {
    if (!isObject(one)) return []
    const hasContext = isSchemaOrg(one['@context'])
    const graph = one['@graph']
    if (!Array.isArray(graph)) return [{ node: one, path, hasContext }]
    return graph.flatMap((node: unknown, at) =>
      isObject(node)
        ? [{ node, path: `${path}/@graph/${at}`, hasContext: hasContext || isSchemaOrg(node['@context']) }]
        : [],
    )
  })
}

function isSchemaOrg(context: unknown): boolean {
  return [context].flat().some((one) => {
    if (typeof one === 'string') return /^(?:https?:)?(?:\/\/)?(?:www\.)?schema\.org(?:[/#]|$)/i.test(one.trim())
    return isObject(one) && isSchemaOrg(one['@vocab'])
  })
}

function* allNodes(value: object): Generator<{ node: Node; path: string }> {
  const waiting: [unknown, string][] = [[value, '']]
  for (let at = 0; at < Math.min(waiting.length, maxNodes); at++) {
    const [one, path] = waiting[at] ?? [null, '']
    if (isObject(one)) yield { node: one, path }
    if (typeof one !== 'object' || one === null) continue
    for (const [name, child] of Object.entries(one))
      if (name !== '@context' && typeof child === 'object') waiting.push([child, `${path}/${nameAsEvidence(name)}`])
  }
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
