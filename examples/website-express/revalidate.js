import express from 'express'

import { tellSearchEngines } from './index-now.js'
import { isSigned, onceOnly } from './verify.js'

/**
 * The handler of POST /api/revalidate. `revalidate` drops what the website has cached for a path.
 *
 * @param {{ secret: string, revalidate: (path: string) => unknown, indexNow?: { key: string, endpoint?: string } | undefined }} options
 */
export function revalidation({ secret, revalidate, indexNow }) {
  const known = onceOnly()
  return [
    // The signature covers the bytes as they arrived: no parser may run before it.
    express.raw({ type: 'application/json', limit: '64kb' }),
    async (/** @type {express.Request} */ request, /** @type {express.Response} */ response) => {
      const header = (/** @type {string} */ name) => request.get(`webhook-${name}`) ?? ''
      const id = header('id')
      const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
      const headers = { id, timestamp: header('timestamp'), signature: header('signature') }
      if (!isSigned(secret, headers, body)) return response.sendStatus(401)
      if (known.has(id)) return response.sendStatus(204)

      const { data } = JSON.parse(body)
      for (const path of pathsOf(data)) await revalidate(path)
      // Noted once it is done: what fails on the way is sent again.
      known.add(id)
      response.sendStatus(204)
      if (indexNow && data.notifySearchEngines && data.reason !== 'test')
        await tellSearchEngines({ urls: data.urls, ...indexNow }).catch((error) =>
          console.error('IndexNow', error.message),
        )
    },
  ]
}

/** @param {{ urls: string[], redirects: { from: string }[] }} data */
function pathsOf({ urls, redirects }) {
  const paths = urls.map((url) => new URL(url, 'http://website').pathname)
  return new Set([...paths, ...redirects.map(({ from }) => from)])
}
