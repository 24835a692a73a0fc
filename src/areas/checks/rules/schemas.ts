import { comparableUrl } from '#std/comparable-url.ts'
import { articleCore, questionOf, schemaContext } from '#std/schema-org.ts'
import { truncate } from '#std/text.ts'

import { type Evidence, type Rule, shown, updating } from './rule.ts'
import type { Subject } from './subject.ts'
import { compared, given, sameText } from './wording.ts'

type Node = Record<string, unknown>

/** What structured data of a type must have; any alternative in a list will do (checks.md#structured-data). */
const required: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Article: [['headline'], ['author']],
  FAQPage: [['mainEntity']],
  HowTo: [['name'], ['step']],
  Product: [['name'], ['offers', 'review', 'aggregateRating']],
}

/** Kinds of article, which need what an article needs. */
const articles: ReadonlySet<string> = new Set(['Article', 'BlogPosting', 'NewsArticle', 'TechArticle'])

const invalid: Rule = {
  code: 'schema_invalid',
  severity: 'error',
  asks: 'schemaJsonLd, if given, is an object with @context https://schema.org and what its type requires, and no text in it has “</”.',
  field: 'schemaJsonLd',
  check(subject) {
    const schema = subject.item.schemaJsonLd
    if (schema === null || schema === undefined) return 'skipped'
    const problems = problemsOf(schema)
    if (problems.length === 0) return 'passed'
    return {
      message: `The JSON-LD is not valid: ${problems.slice(0, 3).join('; ')}. Correct schemaJsonLd.`,
      evidence: { problems: problems.slice(0, shown), count: problems.length },
      fix: updating(subject, { schemaJsonLd: mended(subject) }),
    }
  },
}

const mismatch: Rule = {
  code: 'schema_mismatch',
  severity: 'warning',
  asks: 'headline and url of an article in schemaJsonLd are the title and the address of the item.',
  field: 'schemaJsonLd',
  check(subject) {
    const { item, index } = subject
    const main = nodesOf(item.schemaJsonLd).find(({ headline, '@type': type }) => isText(headline) || isArticle(type))
    if (main === undefined) return 'skipped'
    const url = given(item.canonicalUrl) ?? index.selfUrl
    const differences: Evidence[] = []
    if (isText(main['headline']) && !sameText(main['headline'], item.title))
      differences.push({ property: 'headline', is: truncate(main['headline'], 300), expected: item.title })
    if (isText(main['url']) && url !== null && comparableUrl(main['url']) !== comparableUrl(url))
      differences.push({ property: 'url', is: truncate(main['url'], 500), expected: url })
    if (differences.length === 0) return 'passed'
    const corrected = {
      ...main,
      ...Object.fromEntries(differences.map(({ property, expected }) => [property, expected])),
    }
    return {
      message: `In the JSON-LD ${differences.map(({ property }) => String(property)).join(' and ')} differs from the item. Search engines distrust markup that says something other than the page.`,
      evidence: { differences },
      fix: main === item.schemaJsonLd ? updating(subject, { schemaJsonLd: corrected }) : undefined,
    }
  },
}

const faqMismatch: Rule = {
  code: 'faq_schema_mismatch',
  severity: 'warning',
  asks: 'An FAQPage in schemaJsonLd has the questions and answers of faq.',
  field: 'faq',
  check(subject) {
    const { item } = subject
    const page = nodesOf(item.schemaJsonLd).find(({ '@type': type }) => typesOf(type).includes('FAQPage'))
    if (page === undefined) return 'skipped'
    const inSchema = questionsOf(page)
    const key = (entries: readonly { question: string; answer: string }[]) =>
      entries
        .map(({ question, answer }) => `${compared(question)}\n${compared(answer)}`)
        .toSorted()
        .join('\n\n')
    if (key(inSchema) === key(item.faq)) return 'passed'
    const questions = new Set(item.faq.map(({ question }) => compared(question)))
    const marked = new Set(inSchema.map(({ question }) => compared(question)))
    return {
      message:
        'The questions and answers of the JSON-LD are not those of faq. The page must show what the markup says.',
      evidence: {
        onlyInSchema: inSchema
          .flatMap(({ question }) => (questions.has(compared(question)) ? [] : truncate(question, 300)))
          .slice(0, shown),
        onlyInFaq: item.faq.flatMap(({ question }) => (marked.has(compared(question)) ? [] : question)).slice(0, shown),
      },
      fix:
        page === item.schemaJsonLd && item.faq.length > 0
          ? updating(subject, { schemaJsonLd: { ...page, mainEntity: item.faq.map(questionOf) } })
          : undefined,
    }
  },
}

/** Rules about structured data. */
export const schemaRules: readonly Rule[] = [invalid, mismatch, faqMismatch]

function problemsOf(schema: unknown): string[] {
  if (!isNode(schema)) return ['it is not an object']
  const problems: string[] = []
  if (!isSchemaOrg(schema['@context'])) problems.push('@context is not https://schema.org')
  for (const node of nodesOf(schema))
    for (const type of typesOf(node['@type'])) {
      for (const alternatives of required[articles.has(type) ? 'Article' : type] ?? [])
        if (!alternatives.some((name) => hasValue(node[name])))
          problems.push(`${type} lacks ${alternatives.join(' or ')}`)
      if (type === 'FAQPage' && hasValue(node['mainEntity']) && !isFaq(node))
        problems.push('FAQPage has a question without name or acceptedAnswer.text')
    }
  if (JSON.stringify(schema).includes('</'))
    problems.push('a text in it has “</”, which ends the script element that it is in')
  return problems
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const typesOf = (type: unknown): string[] => [type].flat().filter(isText)
const isArticle = (type: unknown) => typesOf(type).some((name) => articles.has(name))

function isSchemaOrg(context: unknown): boolean {
  return [context].flat().some((one) => isText(one) && /^https?:\/\/schema\.org\/?$/.test(one.trim()))
}

function hasValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null
}

/** The object itself, or those of its `@graph`. */
function nodesOf(schema: unknown): Node[] {
  if (!isNode(schema)) return []
  const graph = schema['@graph']
  return Array.isArray(graph) ? [schema, ...graph.filter(isNode)] : [schema]
}

function questionsOf(page: Node): { question: string; answer: string }[] {
  return [page['mainEntity']]
    .flat()
    .filter(isNode)
    .map(({ name, acceptedAnswer }) => {
      const answer = [acceptedAnswer].flat()[0]
      return { question: String(name ?? ''), answer: isNode(answer) ? String(answer['text'] ?? '') : '' }
    })
}

const isFaq = (page: Node) =>
  questionsOf(page).length > 0 && questionsOf(page).every(({ question, answer }) => isText(question) && isText(answer))

/** Valid JSON-LD of an article, made from the item's own fields. */
function mended({ item, index, site }: Subject): Node {
  const url = given(item.canonicalUrl) ?? index.selfUrl
  const description = given(item.metaDescription)
  return {
    '@context': schemaContext,
    ...articleCore({
      type: 'Article',
      headline: item.title.replaceAll('</', '< /'),
      author: { '@type': 'Organization', name: site.brandName ?? site.siteUrl ?? item.title },
      description: description?.replaceAll('</', '< /') ?? null,
      url,
    }),
  }
}
