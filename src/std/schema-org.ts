type Article = {
  type: 'Article' | 'NewsArticle'
  headline: string
  author: unknown
  description: string | null
  url: string | null
}

/** What the structured data of every article say (schema.org); what is null is left out. */
export function articleCore({ type, headline, author, description, url }: Article) {
  return {
    '@type': type,
    headline,
    ...(description === null ? {} : { description }),
    author,
    ...(url === null ? {} : { url }),
  }
}

/** A question of a FAQPage. */
export function questionOf({ question, answer }: { question: string; answer: string }) {
  return { '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } }
}

/** The context of all structured data. */
export const schemaContext = 'https://schema.org'
