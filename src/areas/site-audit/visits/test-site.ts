import type { IncomingMessage } from 'node:http'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { onTestFinished } from 'vitest'

import { startSiteAudit } from '#areas/site-audit/operations/start-site-audit.ts'
import type { RunScope } from '#areas/site-audit/runs/runs.ts'
import { certificateFor } from '#test/certificate.ts'
import { listening } from '#test/listening.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

export type SitePage = {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  delayMs?: number
}
/**
 * What a website answers, by path and query; `*` what it answers elsewhere. `{base}` in a text stands for its address. A function answers
 * again each time.
 */
export type Site = Record<string, string | SitePage | ((request: IncomingMessage) => string | SitePage)>

/**
 * A stage whose website runs on this machine; with `certificateDays` over https, with a certificate that this process trusts and that
 * ends so soon. What it was asked for is in `requests`.
 */
export async function auditStage(site: Site, { certificateDays }: { certificateDays?: number } = {}) {
  const on = await stage()
  const tls = certificateDays === undefined ? undefined : trusted(certificateFor(certificateDays))
  const requests: { method: string; path: string; userAgent: string }[] = []
  const pages: Site = { ...site }
  const server = await listening(
    (request, response) => {
      const path = request.url ?? ''
      requests.push({ method: request.method ?? '', path, userAgent: request.headers['user-agent'] ?? '' })
      const found = Object.hasOwn(pages, path) ? pages[path] : pages['*']
      const answer = typeof found === 'function' ? found(request) : (found ?? { status: 404, body: 'Nothing' })
      const {
        status = 200,
        headers = {},
        body = '',
        delayMs = 0,
      }: SitePage = typeof answer === 'string' ? { body: answer } : answer
      const filled = (text: string) => text.replaceAll('{base}', server.url)
      const type = { 'content-type': 'text/html; charset=utf-8' }
      const sent = Object.fromEntries(
        Object.entries({ ...type, ...headers }).map(([name, value]) => [name, filled(value)]),
      )
      setTimeout(() => {
        if (status === 0) return void request.socket.destroy()
        response.writeHead(status, sent)
        response.end(request.method === 'HEAD' ? undefined : typeof body === 'string' ? filled(body) : body)
      }, delayMs)
    },
    { tls },
  )
  await on.rows(({ db }) => db.updateTable('organization_setting').set({ site_url: server.url }).execute())
  const { outbound } = await sharedParts()

  /** Starts an audit and does it. Returns its run and job. */
  async function audit(scope: RunScope = 'full', urls?: string[]) {
    const input = { scope, ...(urls === undefined ? {} : { urls: urls.map((path) => `${server.url}${path}`) }) }
    const started = await on.call(startSiteAudit, input, { confirm: true })
    await on.work({ fetch: outbound.fetch })
    return started
  }

  return { ...on, url: server.url, pages, requests, audit, outbound, close: server.close }
}

/** The same, which ends with its test. */
export async function openSite(...given: Parameters<typeof auditStage>): Promise<AuditStage> {
  const on = await auditStage(...given)
  onTestFinished(on.close)
  return on
}

function trusted<C extends { cert: string }>(certificate: C): C {
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
  return certificate
}

export type AuditStage = Awaited<ReturnType<typeof auditStage>>

const words = (from: number) => Array.from({ length: 210 }, (_, n) => `word${from + n}`).join(' ')

/** A page that no rule finds anything about; `n` makes it one of its own. */
export function cleanPage(n: number, { title = `Chapter ${n}`, head = '', body = '', path = `/p${n}` } = {}): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="What chapter ${n} is about, in a sentence.">
<meta name="viewport" content="width=device-width"><link rel="icon" href="/icon.png"><link rel="canonical" href="{base}${path}">
<meta property="og:title" content="${title}"><meta property="og:description" content="d"><meta property="og:image" content="{base}/icon.png">${head}</head>
<body><main><h1>${title}</h1><p>${words(n * 1000)}</p></main>${body}</body></html>`
}
