import { newRequestId } from '#catalog/run/call.ts'
import type { WebBundle } from '#faces/app/web-bundle.ts'
import { type Face, type Outgoing, splitUrl } from '#faces/http.ts'
import { sendRefusal } from '#faces/problem.ts'
import { Refusal } from '#kernel/errors.ts'
import { faceName, type Root } from '#main/face-name.ts'

type Parts = {
  contentApi: Face
  agentApi: Face
  mcp: Face
  oauth: Face
  media: Face
  app: Face
  health: Face
  exports: Face
  reports: Face
  collect: Face
  bundle: WebBundle | null
}

const notBuilt =
  '<!doctype html><meta charset="utf-8"><title>Masthead</title><p>The web application is not built. Run <code>npm run build</code> and start again.</p>'

/** Which face answers a path. Interfaces never fall through to the web application (http.md#interfaces-come-first). */
export function dispatcher({
  contentApi,
  agentApi,
  mcp,
  oauth,
  media,
  app,
  health,
  exports,
  reports,
  collect,
  bundle,
}: Parts): Face {
  const below: Readonly<Record<Root, Face>> = {
    v1: contentApi,
    v2: agentApi,
    mcp: nothingHere,
    media,
    app,
    healthz: health,
    readyz: health,
    exports,
    r: reports,
    collect,
    oauth,
    '.well-known': oauth,
  }

  return async (request) => {
    const { path } = splitUrl(request.url)
    // One address with and without a slash: neither redirects, and nothing is below it.
    if (path === '/mcp' || path === '/mcp/') return mcp(request)
    const name = faceName(path)
    if (name !== 'web') return below[name](request)
    if (request.method !== 'GET' && request.method !== 'HEAD') return nothingHere()
    if (bundle === null)
      return {
        status: 200,
        headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'" },
        body: notBuilt,
      }
    return bundle.find({
      path,
      acceptEncoding: line(request.headers['accept-encoding']),
      ifNoneMatch: line(request.headers['if-none-match']),
    })
  }
}

async function nothingHere(): Promise<Outgoing> {
  return sendRefusal(new Refusal('not_found', 'There is nothing at this path.'), newRequestId())
}

function line(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
