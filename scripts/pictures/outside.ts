import { createHash } from 'node:crypto'

import sharp from 'sharp'

import { listening } from '#test/listening.ts'
import { openGoogle } from '#test/standins/google.ts'

import type { Call, Product } from './product.ts'

/** What the product works with outside: a website that shows its articles, and Google. */
export type Outside = {
  /** The settings that lead to it. */
  env: Record<string, string>
  website: { url: string; pages: Map<string, string> }
  google: Awaited<ReturnType<typeof openGoogle>>
  close(): Promise<void>
}

const site = 'https://www.example.com/'
const dayMs = 86_400_000

/** Opens both on this machine. */
export async function openOutside(): Promise<Outside> {
  const pages = new Map<string, string>()
  const google = await openGoogle()
  const website = await listening((request, response) => {
    const path = request.url ?? '/'
    if (path === '/articles/old') {
      response.writeHead(301, { location: '/' }).end()
      return
    }
    const body = pages.get(path)
    const type = /\.(txt|xml)$/.exec(path)?.[1]
    const types: Record<string, string> = { txt: 'text/plain', xml: 'application/xml' }
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': types[type ?? ''] ?? 'text/html; charset=utf-8',
    })
    response.end(body ?? 'Nothing')
  })
  return {
    env: {
      ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
      GOOGLE_BASE_URL: google.url,
      GOOGLE_CLIENT_ID: google.client.id,
      GOOGLE_CLIENT_SECRET: google.client.secret,
    },
    website: { url: website.url, pages },
    google,
    async close() {
      await google.close()
      await website.close()
    },
  }
}

/** Pictures in the library, one of them at an article; an audit of the website; searches of four months. */
export async function furnishOutside(product: Product, outside: Outside): Promise<void> {
  const { items } = await product.call('listManagerItems', { pageSize: 50, status: ['published'] })
  const paths = (items as { title: string; url: string }[]).map(({ title, url }) => ({
    title,
    path: new URL(url).pathname,
  }))
  const [first] = await addPictures(product.call)
  const last = items.at(-1) as { id: string } | undefined
  if (last !== undefined) await product.call('updateItem', { id: last.id, featuredImageId: first }, { confirm: true })
  await audit(product.call, outside.website, paths)
  await addSearches(product, outside.google, paths)
}

const pictures = [
  ['harbour-at-dawn.png', 'Boats in a harbour before sunrise', '#1d3557', '#f4a261'],
  ['desk-with-notes.png', 'A desk with handwritten notes', '#6b4f3a', '#f1e3d3'],
  ['reading-room.png', 'A reading room with green lamps', '#1b4332', '#b7e4c7'],
  ['press-proof.png', 'A proof sheet on a light table', '#22223b', '#c9ada7'],
  ['shelf.png', '', '#3d405b', '#e07a5f'],
] as const

/** Returns the ids. */
async function addPictures(call: Call): Promise<string[]> {
  const ids = []
  for (const [at, [filename, alt, dark, light]] of pictures.entries()) {
    const bytes = await sharp(Buffer.from(scenery(at, dark, light)))
      .png()
      .toBuffer()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const announced = { filename, mime: 'image/png', bytes: bytes.length, sha256 }
    const { mediaId, uploadUrl } = await call('createMediaUpload', announced)
    const sent = await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) })
    if (!sent.ok) throw new Error(`${uploadUrl}: ${sent.status}`)
    ids.push((await call('completeMediaUpload', { mediaId, ...(alt === '' ? {} : { alt }) })).media.id as string)
  }
  return ids
}

const scenery = (
  at: number,
  dark: string,
  light: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000">
  <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>
  <rect width="1600" height="1000" fill="url(#g)"/>
  <circle cx="${420 + at * 190}" cy="${300 + at * 20}" r="${90 + at * 12}" fill="${light}"/>
  <path d="M0 ${640 + at * 20} L${300 + at * 60} ${430 + at * 15} L720 ${690 - at * 18} L1120 ${470 + at * 12} L1600 720 V1000 H0Z" fill="${dark}" opacity=".8"/>
</svg>`

type Page = { title: string; path: string }

/** Puts the articles on the website, some with faults, and has it read. */
async function audit(call: Call, { url, pages }: Outside['website'], all: readonly Page[]): Promise<void> {
  for (const [at, { title, path }] of all.entries()) pages.set(path, html({ title, at, next: all[at + 1] }))
  pages.set('/', html({ title: 'Example Press', at: 1, next: all[0] }))
  pages.set('/robots.txt', `User-agent: GPTBot\nDisallow: /\n\nSitemap: ${url}/sitemap.xml\n`)
  const listed = ['/', ...all.map(({ path }) => path), '/articles/gone'].map(
    (path) => `<url><loc>${url}${path}</loc></url>`,
  )
  pages.set('/sitemap.xml', `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed.join('')}</urlset>`)
  await call('updateOrganizationSettings', { siteUrl: url }, { confirm: true })
  await done(call, await call('startSiteAudit', { scope: 'full' }, { confirm: true }))
  await call('updateOrganizationSettings', { siteUrl: site.slice(0, -1) }, { confirm: true })
}

function html({ title, at, next }: { title: string; at: number; next: Page | undefined }): string {
  const words = Array.from({ length: 240 }, (_, n) => `word${(n * 7 + at) % 90}`).join(' ')
  const description =
    at % 4 === 0 ? '' : `<meta name="description" content="${title}, in short, for those who plan and edit.">`
  const links = [
    next,
    at % 3 === 0 ? { title: 'An older page', path: '/articles/old' } : undefined,
    at === 2 ? { title: 'Gone', path: '/articles/gone' } : undefined,
  ]
  return `<!doctype html><html lang="en"><head><title>${title}</title>${description}</head><body><main><h1>${title}</h1>
<p>${title}. ${words}</p>${links.map((link) => (link === undefined ? '' : `<a href="${link.path}">${link.title}</a>`)).join(' ')}</main></body></html>`
}

/** Connects Google as a person does, and fetches what was searched for. */
async function addSearches(product: Product, google: Outside['google'], pages: readonly Page[]): Promise<void> {
  const { call, origin, cookies } = product
  for (let day = 3; day < 120; day++)
    for (const [at, { title, path }] of pages.slice(0, 8).entries()) {
      const shown = 140 - at * 14 + ((day * 13 + at * 7) % 23) - Math.floor(day / 6)
      const on = {
        date: new Date(Date.now() - day * dayMs).toISOString().slice(0, 10),
        page: `${site}${path.slice(1)}`,
      }
      const position = 2.5 + at * 1.8
      google.rows.push(
        { ...on, query: title.toLowerCase(), clicks: Math.round(shown / (9 + at * 3)), impressions: shown, position },
        {
          ...on,
          query: `${queries[at % queries.length]}`,
          clicks: Math.round(shown / 40),
          impressions: shown,
          position: position + 4,
        },
        { ...on, query: null, clicks: 1, impressions: 12, position: 6, country: 'deu', device: 'MOBILE' },
      )
    }
  google.sites([{ siteUrl: site, permissionLevel: 'siteOwner' }])
  const { authorizeUrl } = await call('startOAuthConnection', { provider: 'google_search_console' })
  const agreed = await fetch(authorizeUrl, { redirect: 'manual' })
  const back = new URL(agreed.headers.get('location') ?? origin)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await fetch(`${origin}${back.pathname}${back.search}`, { redirect: 'manual', headers: { cookie } })
  const { items } = await call('listIntegrations', {})
  await call('selectIntegrationTarget', { id: items[0].id, type: 'property', externalId: site }, { confirm: true })
  await done(call, await call('syncSearchConsole', {}, { confirm: true }))
}

const queries = [
  'editorial calendar template',
  'how to brief a writer',
  'content audit checklist',
  'style guide example',
]

/** Waits for the end of a job. */
async function done(call: Call, { jobId }: { jobId: string }): Promise<void> {
  for (;;) {
    const { state } = await call('getJob', { jobId })
    if (state !== 'queued' && state !== 'running') return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
