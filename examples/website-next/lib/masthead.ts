import { slugIn } from './paths.ts'

/** An article, with what this website asks for (`/v1/openapi.json` describes all attributes). */
export type Article = {
  title: string
  h1: string | null
  excerpt: string | null
  content_html: string | null
  seo_title: string
  meta_description: string
  publish_at: string | null
  created_at: string
  edited_at: string | null
  author?: string | null
  url: string
  og_title: string | null
  og_description: string | null
  twitter_title: string | null
  twitter_description: string | null
  robots: { noindex: boolean; nofollow: boolean }
  schema_json_ld: Record<string, unknown> | null
  related_articles: { id: string; title: string; url: string }[]
  featured_image: Image | null
  reading_time_minutes: number | null
}

export type Image = {
  url: string
  alt: string | null
  width: number | null
  height: number | null
  variants: { url: string; width: number; height: number; format: string }[]
}

type Resource<Attributes> = { id: string; attributes: Attributes }
type Page<Attributes> = { data: Resource<Attributes>[]; meta: { total: number; per_page: number; page: number } }

/** Everything that is read from Masthead has this tag: a message about a change expires it. */
export const tag = 'masthead'

/** One page of the newest articles, with the attributes that are named: lists do without bodies. */
export async function listArticles<Name extends keyof Article>(
  names: readonly Name[],
  { page, perPage = 10 }: { page: number; perPage?: number },
): Promise<Page<Pick<Article, Name>>> {
  const asked = `articles?page=${page}&per_page=${perPage}&_fields=${names.join()}`
  const found = await read<Page<Pick<Article, Name>>>(asked)
  if (found === undefined) throw new Error('Masthead has no such organization')
  return found
}

/** The article whose slug is in a path, or was; undefined if there is none. Its `url` says whether the path is its address. */
export async function findArticle(path: string, signal?: AbortSignal): Promise<Article | undefined> {
  const collection = await read<{ data: Resource<{ url_template: string }> }>('collections/articles', signal)
  const slug = collection && slugIn(below(path), collection.data.attributes.url_template)
  if (slug === undefined) return undefined
  const named = `articles/${encodeURIComponent(slug)}?_fields=all`
  return (await read<{ data: Resource<Article> }>(named, signal))?.data.attributes
}

/** Where a path of the website leads that has no page of its own; undefined if nowhere. */
export async function findRedirect(path: string, signal?: AbortSignal): Promise<string | undefined> {
  const found = await read<Page<{ to: string }>>(`redirects?from=${encodeURIComponent(below(path))}`, signal)
  const to = found?.data[0]?.attributes.to
  return to?.startsWith('/') ? base() + to : to
}

/** A path as Masthead writes it in templates and redirects, and Next.js with a `basePath`: below the path that `siteUrl` may have. */
export function below(path: string): string {
  return `${path}/`.startsWith(`${base()}/`) ? path.slice(base().length) || '/' : path
}

function base(): string {
  return new URL(settings().site).pathname.replace(/\/$/, '')
}

/** The path of a public address on this website; the address itself where it is elsewhere. */
export function pathOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin === new URL(settings().site).origin ? pathname : url
}

/** The settings of this website, from its environment. */
export function settings() {
  const { MASTHEAD_CONTENT_URL: content, SITE_URL: site } = process.env
  if (!content || !site) throw new Error('Set MASTHEAD_CONTENT_URL and SITE_URL')
  return { content, site }
}

// Masthead answers 308 to an old slug: only there is it followed, and once. Without a message an answer is kept for an hour.
async function read<Answer>(
  path: string,
  signal: AbortSignal | null = null,
  then: 'follow' | 'end' = 'follow',
): Promise<Answer | undefined> {
  const { content } = settings()
  const asked = `${content}/${path}`
  const answer = await fetch(asked, { redirect: 'manual', next: { tags: [tag], revalidate: 3600 }, signal })
  if (answer.ok) return (await answer.json()) as Answer
  if (answer.status === 404) return undefined
  if (answer.status !== 308) throw new Error(`Masthead answered ${answer.status} to ${path}`)
  const { href } = new URL(answer.headers.get('location') ?? '', asked)
  const isHere = href.startsWith(`${content}/`) && then === 'follow'
  return isHere ? read(href.slice(content.length + 1), signal, 'end') : undefined
}
