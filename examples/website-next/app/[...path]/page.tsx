import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'

import { type Article, findArticle, findRedirect, pathOf } from '../../lib/masthead.ts'
import { Picture } from '../../lib/picture.tsx'

type Props = { params: Promise<{ path: string[] }> }

// Pages are made when they are first asked for, and kept until Masthead reports a change.
export const generateStaticParams = () => []

/** An article at the address that the template of its collection says, whatever that is. */
export default async function Page({ params }: Props) {
  const { article, path, own } = await articleAt((await params).path)
  if (article === undefined) return leadOn(path, own)
  return (
    <article>
      <h1>{article.h1 ?? article.title}</h1>
      <p className="facts">
        {[article.author, article.publish_at?.slice(0, 10), minutes(article)].filter(Boolean).join(' · ')}
      </p>
      {article.featured_image && <Picture image={article.featured_image} title={article.title} />}
      {/* Masthead has sanitised it. */}
      <div dangerouslySetInnerHTML={{ __html: article.content_html ?? '' }} />
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
  const { article } = await articleAt((await params).path)
  // The page leads on, or is not found.
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

/** The article whose address a path is; without one, where it leads instead. */
async function articleAt(segments: string[]): Promise<{ article?: Article; path: string; own?: string | undefined }> {
  const decoded = segments.map((segment) => decodeURIComponent(segment))
  const path = `/${decoded.map(encodeURIComponent).join('/')}`
  const article = await findArticle(decoded.at(-1) ?? '')
  const own = article && addressHere(article)
  return article !== undefined && own === path ? { article, path } : { path, own }
}

/** Old addresses lead on; the address of an article is the only one that shows it. */
async function leadOn(path: string, own: string | undefined): Promise<never> {
  const target = own ?? (await findRedirect(path))
  if (target === undefined || target === path) notFound()
  permanentRedirect(target)
}

// An article with a canonical URL elsewhere is shown here at any path that ends with its slug.
function addressHere(article: Article): string | undefined {
  const path = pathOf(article.url)
  return path.startsWith('/') ? path : undefined
}

function minutes({ reading_time_minutes: count }: Article): string | undefined {
  return count === null ? undefined : `${count} min`
}
