import type { Metadata } from 'next'
import { notFound } from 'next/navigation'

import { withAnchors } from '../../lib/anchors.ts'
import { type Article, findArticle, pathOf } from '../../lib/masthead.ts'
import { Picture } from '../../lib/picture.tsx'

type Props = { params: Promise<{ path: string[] }> }

// Pages are made when they are first asked for, and kept until Masthead reports a change.
export const generateStaticParams = () => []

/** An article, by the slug in its address. `proxy.ts` leads every other address to it. */
export default async function Page({ params }: Props) {
  const article = await articleAt((await params).path)
  if (article === undefined) notFound()
  return (
    <article>
      <h1>{article.h1 ?? article.title}</h1>
      <p className="facts">
        {[article.author, article.publish_at?.slice(0, 10), minutes(article)].filter(Boolean).join(' · ')}
      </p>
      {article.featured_image && <Picture image={article.featured_image} title={article.title} />}
      {/* Masthead has sanitised it. */}
      <div dangerouslySetInnerHTML={{ __html: withAnchors(article.content_html ?? '') }} />
      {article.related_articles.length > 0 && (
        <aside>
          <h2>Read on</h2>
          <ul>
            {article.related_articles.map(({ id, title, url }) => (
              <li key={id}>
                <a href={pathOf(url)}>{title}</a>
              </li>
            ))}
          </ul>
        </aside>
      )}
      {article.schema_json_ld && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(article.schema_json_ld).replaceAll('<', '\\u003c') }}
        />
      )}
    </article>
  )
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const article = await articleAt((await params).path)
  if (article === undefined) return {}
  const images = article.featured_image === null ? [] : [article.featured_image.url]
  const description = article.meta_description || article.excerpt || undefined
  return {
    title: article.seo_title,
    description,
    alternates: { canonical: article.url },
    robots: { index: !article.robots.noindex, follow: !article.robots.nofollow },
    openGraph: {
      type: 'article',
      title: article.og_title ?? article.seo_title,
      description: article.og_description ?? description,
      url: article.url,
      images,
    },
    twitter: {
      card: images.length > 0 ? 'summary_large_image' : 'summary',
      title: article.twitter_title ?? article.og_title ?? article.seo_title,
      description: article.twitter_description ?? article.og_description ?? description,
      images,
    },
  }
}

function articleAt(segments: string[]): Promise<Article | undefined> {
  return findArticle(`/${segments.join('/')}`)
}

function minutes({ reading_time_minutes: count }: Article): string | undefined {
  return count === null ? undefined : `${count} min`
}
