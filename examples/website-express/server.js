// A website that shows articles from Masthead, and drops its copies when it is notified of a change.
import express from 'express'

import { article, list, notFound } from './pages.js'
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
    if (page.status !== 404) known.set(path, page)
    if (page.location !== undefined) response.redirect(page.status, page.location)
    else response.status(page.status).type('html').send(page.html)
  })
  return app
}

/** @typedef {{ contentUrl: string, siteUrl: string }} Place */

/** @param {string} path @param {Place} place @returns {Promise<import('./pages.js').Page>} */
async function pageAt(path, place) {
  if (path === '/') return list(await read(place, 'articles?_fields=title,excerpt,url,publish_at&per_page=20'), place)
  const slug = path.split('/').findLast((segment) => segment !== '') ?? ''
  // A 308 of an old slug is followed: the answer has the address of today.
  const found = await read(place, `articles/${encodeURIComponent(decoded(slug))}?_fields=all`)
  const own = found && pathIn(found.data.attributes.url, place)
  // What belongs to another website is shown where it is asked for; its canonical address says where it belongs.
  if (found && (own === path || own === undefined)) return article(found.data.attributes)
  const target = own ?? (await read(place, `redirects?from=${encodeURIComponent(path)}`))?.data[0]?.attributes.to
  return target === undefined || target === path ? notFound : { status: 308, html: '', location: target }
}

/** The answer of the Content API, undefined where it has nothing. @param {Place} place @param {string} path */
async function read({ contentUrl }, path) {
  const answer = await fetch(`${contentUrl}/${path}`)
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Error(`Masthead answered ${answer.status}`)
  return answer.json()
}

/** The path of an address of this website. @param {string} url @param {Place} place */
function pathIn(url, { siteUrl }) {
  const { origin, pathname } = new URL(url)
  return origin === new URL(siteUrl).origin ? pathname : undefined
}

/** @param {string} segment */
function decoded(segment) {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
