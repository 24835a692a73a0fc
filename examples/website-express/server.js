// A website that shows articles from Masthead, and drops its copies when it is notified of a change.
import express from 'express'

import { revalidation } from './revalidate.js'

/** @param {{ contentUrl: string, secret: string, indexNow?: { key: string, endpoint?: string } | undefined }} options */
export function createWebsite({ contentUrl, secret, indexNow }) {
  const app = express()
  /** @type {Map<string, { status: number, html: string }>} */
  const pages = new Map()

  app.post('/api/revalidate', ...revalidation({ secret, revalidate: (path) => pages.delete(path), indexNow }))

  app.get('/blog/:slug', async (request, response) => {
    const { path } = request
    const page = pages.get(path) ?? (await render(contentUrl, request.params.slug))
    pages.set(path, page)
    response.status(page.status).type('html').send(page.html)
  })
  return app
}

/** @param {string} contentUrl @param {string} slug */
async function render(contentUrl, slug) {
  const answer = await fetch(`${contentUrl}/articles/${encodeURIComponent(slug)}`)
  if (!answer.ok) return { status: 404, html: '<h1>Not found</h1>' }
  const { data } = await answer.json()
  return { status: 200, html: `<h1>${escaped(data.attributes.title)}</h1>` }
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
