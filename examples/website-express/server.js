// A website that shows articles from Masthead, and drops its copies when it is notified of a change.
import express from 'express'

import { article, list, notFound } from './pages.js'
import { slugIn, withQuery } from './paths.js'
import { revalidation } from './revalidate.js'

/**
 * @param {{ contentUrl: string, siteUrl: string, secret: string, indexNow?: { key: string, endpoint?: string } | undefined }} options
 */
export function createWebsite({ contentUrl, siteUrl, secret, indexNow }) {
  const app = express()
  /** @type {Map<string, import('./pages.js').Page>} */
  let pages = new Map()
  // Any page may show what changed: all are dropped. What is being read right now goes into the old ones.
  const forget = () => {
    pages = new Map()
  }
  app.post('/api/revalidate', ...revalidation({ secret, revalidate: forget, indexNow }))

  // Addresses follow the templates of the collections: the page of a path is looked up, never built from it.
  app.get('/{*path}', async (request, response) => {
    const { path } = request
    const known = pages
    const page = known.get(path) ?? (await pageAt(path, { contentUrl, siteUrl }))
    if (page.status === 200) keep(known, path, page)
    const query = request.url.slice(path.length)
    if (page.location !== undefined) response.redirect(page.status, withQuery(page.location, query))
    else response.status(page.status).type('html').send(page.html)
  })
  return app
}

// Strangers can ask for any number of paths: an article that belongs to another website is shown at each that ends with its slug.
const mostPages = 1000

/** @param {Map<string, import('./pages.js').Page>} pages @param {string} path @param {import('./pages.js').Page} page */
function keep(pages, path, page) {
  if (pages.size >= mostPages) pages.clear()
  pages.set(path, page)
}

/** @typedef {{ contentUrl: string, siteUrl: string }} Place */

/** @param {string} path @param {Place} place @returns {Promise<import('./pages.js').Page>} */
async function pageAt(path, place) {
  const { at, base } = below(path, place)
  if (at === '/') return list(await read(place, 'articles?_fields=title,excerpt,url,publish_at&per_page=20'), place)
  const collection = await read(place, 'collections/articles')
  const slug = collection && slugIn(at, collection.data.attributes.url_template)
  const found = slug && (await read(place, `articles/${encodeURIComponent(slug)}?_fields=all`))
  const own = found && pathIn(found.data.attributes.url, place)
  if (found && own === path) return article(found.data.attributes)
  // A redirect of this very path says more than the slug at its end.
  const stored = (await read(place, `redirects?from=${encodeURIComponent(at)}`))?.data[0]?.attributes.to
  const to = stored === undefined ? own : stored.startsWith('/') ? base + stored : stored
  if (to !== undefined && to !== path) return { status: 308, html: '', location: to }
  // What belongs to another website is shown where it is asked for; its canonical address says where it belongs.
  return found ? article(found.data.attributes) : notFound
}

/**
 * The answer of the Content API, undefined where it has nothing. It answers 308 to an old slug: only there is it followed, and once.
 *
 * @param {Place} place @param {string} path @param {'follow' | 'end'} then
 * @returns {Promise<any>}
 */
async function read(place, path, then = 'follow') {
  const asked = `${place.contentUrl}/${path}`
  const answer = await fetch(asked, { redirect: 'manual' })
  if (answer.ok) return answer.json()
  if (answer.status === 404) return undefined
  if (answer.status !== 308) throw new Error(`Masthead answered ${answer.status}`)
  const { href } = new URL(answer.headers.get('location') ?? '', asked)
  const isHere = href.startsWith(`${place.contentUrl}/`) && then === 'follow'
  return isHere ? read(place, href.slice(place.contentUrl.length + 1), 'end') : undefined
}

/** A path as Masthead writes it in templates and redirects: below the path that `siteUrl` may have. @param {string} path @param {Place} place */
function below(path, { siteUrl }) {
  const base = new URL(siteUrl).pathname.replace(/\/$/, '')
  return { base, at: `${path}/`.startsWith(`${base}/`) ? path.slice(base.length) || '/' : path }
}

/** The path of an address of this website. @param {string} url @param {Place} place */
function pathIn(url, { siteUrl }) {
  const { origin, pathname } = new URL(url)
  return origin === new URL(siteUrl).origin ? pathname : undefined
}
