import { notFound } from 'next/navigation'

import { listArticles, pathOf } from '../lib/masthead.ts'

/** The newest articles, ten on a page. */
export default async function Home({ searchParams }: { searchParams: Promise<{ page?: string }> }) {
  const { page: given = '1' } = await searchParams
  if (!/^[1-9]\d{0,5}$/.test(given)) notFound()
  const page = Number(given)
  const { data, meta } = await listArticles(['title', 'excerpt', 'url'], { page })
  const isLast = page * meta.per_page >= meta.total
  return (
    <>
      <h1>Articles</h1>
      <ul className="list">
        {data.map(({ id, attributes: article }) => (
          <li key={id}>
            <h2>
              <a href={pathOf(article.url)}>{article.title}</a>
            </h2>
            <p>{article.excerpt}</p>
          </li>
        ))}
      </ul>
      <nav>
        {page > 1 && <a href={`/?page=${page - 1}`}>Newer</a>} {!isLast && <a href={`/?page=${page + 1}`}>Older</a>}
      </nav>
    </>
  )
}
