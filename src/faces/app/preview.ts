import type { Admissions } from '#catalog/admit.ts'
import type { Runner } from '#catalog/run/run.ts'
import type { Incoming, Outgoing } from '#faces/http.ts'
import { readBody } from '#faces/read-body.ts'
import type { Access } from '#kernel/access.ts'
import { Refusal } from '#kernel/errors.ts'
import type { RequestId } from '#kernel/ids.ts'
import { isObject } from '#std/objects.ts'

import { type Preview, previewPage, refusedPage } from './preview-page.ts'

type Parts = { runner: Runner; admission: Admissions; baseUrl: () => string }
type Met = { requestId: RequestId; startedAt: Date; clientRequestId: undefined }

const longest = 8 * 1024 * 1024

/**
 * `POST /app/preview/<organization>/<item>`: how an item would look with the changes in the form, as a page for a frame
 * (web.md#previews-are-pages). It asks `getItem` and `previewItem` as the person who is signed in, and stores nothing.
 */
export function createPreview({ runner, admission, baseUrl }: Parts) {
  return async (request: Incoming, met: Met, place: string, cookie: string | undefined): Promise<Outgoing> => {
    const [organizationId = '', id = ''] = place.split('/')
    const { changes, theme } = await readForm(request)
    const admitted = await admission.bySession(cookie, organizationId)
    if (!admitted.ok) return send(admitted.refusal.status, refusedPage(admitted.refusal.message, theme))

    const preview = await ask(met, admitted.access, 'previewItem', { id, draftPatch: changes })
    if (!preview.ok) return send(preview.status, refusedPage(preview.message, theme))
    const { item } = (await ask(met, admitted.access, 'getItem', { id })).result ?? {}
    // What previews do not answer: its own heading and its summary, as stored or as changed.
    const texts = { ...(isObject(item) ? item : {}), ...changes }
    return send(200, previewPage({ ...(preview.result as Preview), texts, theme, baseUrl: baseUrl() }))
  }

  async function ask(met: Met, access: Access, operation: string, input: Record<string, unknown>) {
    const envelope = async () => ({ input, confirm: false, dryRun: false, idempotencyKey: undefined })
    const { status, body } = await runner.run({ ...met, door: 'app', operation, access, envelope })
    const { result, error } = JSON.parse(body) as {
      result?: Record<string, unknown>
      error?: { message: string }
    }
    return { ok: status === 200, status, result, message: error?.message ?? '' }
  }
}

async function readForm(request: Incoming): Promise<{ changes: Record<string, unknown>; theme: 'light' | 'dark' }> {
  const bytes = await readBody(request, longest)
  if (typeof bytes === 'string') throw new Refusal('too_large', 'These changes are too long for a preview.')
  const form = new URLSearchParams(bytes.toString('utf8'))
  const changes = parsed(form.get('changes') ?? '{}')
  return { changes, theme: form.get('theme') === 'dark' ? 'dark' : 'light' }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const changes: unknown = JSON.parse(text)
    if (isObject(changes)) return changes
  } catch {
    // Said below.
  }
  throw new Refusal('malformed_request', '"changes" is the JSON of an object.')
}

const policy = [
  "default-src 'none'",
  "img-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ')

function send(status: number, body: string): Outgoing {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    },
    body,
  }
}
