import {
  findSharedReport,
  figureRows,
  intervalOf,
  organizationOfToken,
  type Report,
  valueOf,
} from '#areas/visibility/index.ts'
import { newRequestId } from '#catalog/run/call.ts'
import { Html, html } from '#faces/html.ts'
import { type Face, type Incoming, type Outgoing, splitUrl } from '#faces/http.ts'
import { asRefusal, methodNotAllowed, sendRefusal } from '#faces/problem.ts'
import type { Limiter } from '#kernel/access.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { addressPrefix } from '#std/address-prefix.ts'

type Parts = { database: TenantDatabase; limiter: Limiter; log: Log }

const minute = 60_000
const perMinute = 60

/** `GET /r/<token>`: a shared report, frozen when it was shared (visibility.md#shared-reports-are-frozen). */
export function createReportsFace({ database, limiter, log }: Parts): Face {
  async function answer({ url, address }: Incoming): Promise<Outgoing> {
    const { allowed, resetMs } = await limiter.hit(`reports:${addressPrefix(address)}`, perMinute, minute)
    if (!allowed)
      throw new Refusal('rate_limited', 'Too many requests. Wait a moment.', undefined, {
        retryAfter: Math.ceil(resetMs / 1000),
      })
    const [, , token = '', ...others] = splitUrl(url).path.split('/')
    const organizationId = organizationOfToken(token)
    if (organizationId === undefined || !isId('organization', organizationId) || others.length > 0) throw nothing()
    const found = await database.forOrganization({ organizationId }, 'read', ({ db }) => findSharedReport(db, token))
    if (found === undefined) throw nothing()
    return {
      status: 200,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, no-store',
        'X-Robots-Tag': 'noindex, nofollow',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
        'Referrer-Policy': 'no-referrer',
      },
      body: Buffer.from(pageOf(found.report, found.expiresAt).text),
    }
  }

  return async (request) => {
    const requestId = newRequestId()
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD', requestId)
    try {
      return await answer(request)
    } catch (error) {
      return sendRefusal(asRefusal(error, requestId, log), requestId)
    }
  }
}

const style =
  new Html(`body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
table{border-collapse:collapse;width:100%;font:14px/1.4 system-ui,sans-serif}caption{text-align:left;font-weight:600;padding:.5rem 0}
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #ccc;vertical-align:top}h2{margin-top:2rem}
@media print{body{margin:0}}`)

function pageOf(report: Report, expiresAt: Date): Html {
  const { organization, from, to, generatedAt, engines, sources, prompts, gaps, formulas, notes } = report
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex, nofollow" />
        <title>What AI answers say about ${organization}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <h1>What AI answers say about ${organization}</h1>
        <p>${from} to ${to}. Made ${generatedAt}, readable until ${expiresAt.toISOString()}.</p>
        ${table(
          'Figures',
          ['Brand', 'Mode', 'Basis', 'Figure', 'Value', '95 % interval', 'n', 'Models'],
          figureRows(report),
        )}
        ${table(
          'Engines',
          ['Engine', 'Mode', 'Answers'],
          engines.map(({ label, mode, n }) => [label, mode, String(n)]),
        )}
        ${table(
          'Sources',
          ['Source', 'Mode', 'Type', 'Used in', '95 % interval', 'Citations'],
          sources.map((one) => [
            one.source,
            one.mode,
            one.type,
            valueOf(one.usedRate),
            intervalOf(one.usedRate),
            String(one.citations),
          ]),
        )}
        ${
          prompts.length > 0 &&
          table(
            'Prompts',
            ['Prompt', 'Version', 'Mode', 'Named', '95 % interval', 'n'],
            prompts.map((one) => [
              one.text,
              String(one.promptVersion),
              one.mode,
              valueOf(one.visibility),
              intervalOf(one.visibility),
              String(one.n),
            ]),
          )
        }
        ${
          gaps.length > 0 &&
          table(
            'Gaps',
            ['Kind', 'Prompt', 'Mode', 'Own', 'n'],
            gaps.map((one) => [one.kind, one.prompt, one.mode, `${one.ownRate.toFixed(1)} %`, String(one.n)]),
          )
        }
        <h2>How figures are made</h2>
        <ul>
          ${Object.entries(formulas).map(([name, words]) => html`<li>${name}: ${words}</li>`)}
          ${notes.map((note) => html`<li>${note}</li>`)}
        </ul>
      </body>
    </html>`
}

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): Html {
  if (rows.length === 0)
    return html`<h2>${title}</h2>
      <p>None.</p>`
  return html`<h2>${title}</h2>
    <table>
      <thead>
        <tr>
          ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`
}

function nothing(): Refusal {
  return new Refusal('not_found', 'There is no such report, or it has expired.')
}
