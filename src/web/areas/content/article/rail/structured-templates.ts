import { articleCore, questionOf, schemaContext } from '#std/schema-org.ts'
import type { Values } from '#web/areas/content/article/draft.ts'
import type { OutputOf } from '#web/operations.ts'
import { type Block, readMarkdown } from '#web/parts/markdown-blocks.ts'

export type StructuredData = NonNullable<Values['schemaJsonLd']>
type About = {
  item: Pick<OutputOf<'getItem'>['item'], 'url' | 'articleType' | 'contentFormat'>
  valueOf<F extends keyof Values>(field: F): Values[F]
  organization: { name: string }
}
type Template = {
  name: string
  /** What the article must have for it, in a sentence. */
  needs: string
  /** Null while the article lacks what it needs. */
  make(about: About): StructuredData | null
}

/** Structured data to begin with, made of what the article says; what it lacks is left out. */
export const templates: readonly Template[] = [
  { name: 'Article', needs: 'An article needs a title.', make: articleOf },
  { name: 'FAQ page', needs: 'An FAQ page is made of the questions below the text.', make: faqOf },
  { name: 'How-to', needs: 'The steps of a how-to are the headings of the text.', make: howToOf },
]

function articleOf({ item, valueOf, organization }: About): StructuredData | null {
  const headline = valueOf('title').trim()
  if (headline === '') return null
  const people = valueOf('authors').map(({ name }) => ({ '@type': 'Person', name }))
  return {
    '@context': schemaContext,
    ...articleCore({
      type: item.articleType === 'news' ? 'NewsArticle' : 'Article',
      headline,
      author: people.length > 0 ? people : { '@type': 'Organization', name: organization.name },
      description: valueOf('metaDescription').trim() || null,
      url: valueOf('canonicalUrl').trim() || item.url,
    }),
  }
}

function faqOf({ valueOf }: About): StructuredData | null {
  const questions = valueOf('faq') ?? []
  if (questions.length === 0) return null
  return { '@context': schemaContext, '@type': 'FAQPage', mainEntity: questions.map(questionOf) }
}

function howToOf({ item, valueOf }: About): StructuredData | null {
  const step = item.contentFormat === 'markdown' ? stepsOf(readMarkdown(valueOf('content'))) : []
  if (step.length === 0) return null
  return { '@context': schemaContext, '@type': 'HowTo', name: valueOf('title').trim(), step }
}

/** Each heading of the second level with the text up to the next heading. */
function stepsOf(blocks: readonly Block[]): object[] {
  const steps: { name: string; texts: string[] }[] = []
  let isWithin = false
  for (const block of blocks) {
    if (block.kind === 'heading') isWithin = block.level === 2
    if (block.kind === 'heading' && isWithin) steps.push({ name: wordsOf(block), texts: [] })
    else if (block.kind === 'text' && isWithin) steps.at(-1)?.texts.push(wordsOf(block))
  }
  return steps.map(({ name, texts }) => ({ '@type': 'HowToStep', name, text: texts.join(' ') || name }))
}

/** What a block says, without the addresses of its links. */
function wordsOf({ pieces }: Block): string {
  return pieces
    .flatMap(({ look, text }) => (look === 'address' ? [] : text))
    .join('')
    .trim()
}
