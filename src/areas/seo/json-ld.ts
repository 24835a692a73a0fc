import type { ItemPicture } from '#areas/content/index.ts'
import { iso } from '#kernel/schema.ts'
import { articleCore, questionOf, schemaContext } from '#std/schema-org.ts'

/**
 * The structured data of an item (schema.org): an Article, with a FAQPage next to it if the item has questions. Every value
 * comes from the item; what it lacks is left out.
 */
export function articleJsonLd({ row, card, terms, settings, url }: ItemPicture, organization: { name: string }) {
  const article = {
    ...articleCore({
      type: row.article_type === 'news' ? 'NewsArticle' : 'Article',
      headline: row.title,
      author: terms.author.length > 0 ? terms.author.map(({ name }) => ({ '@type': 'Person', name })) : publisher(),
      description: row.meta_description,
      url,
    }),
    ...(card.featuredImage === null ? {} : { image: [card.featuredImage] }),
    ...(row.publish_at === null ? {} : { datePublished: iso(row.publish_at) }),
    dateModified: iso(row.edited_at ?? row.updated_at),
    publisher: publisher(),
    mainEntityOfPage: url,
    inLanguage: settings.locale,
  }
  const { faq } = row
  return faq.length === 0
    ? { '@context': schemaContext, ...article }
    : { '@context': schemaContext, '@graph': [article, { '@type': 'FAQPage', mainEntity: faq.map(questionOf) }] }

  function publisher() {
    return {
      '@type': 'Organization',
      name: organization.name,
      ...(settings.siteUrl === null ? {} : { url: settings.siteUrl }),
    }
  }
}
