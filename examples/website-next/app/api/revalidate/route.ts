import { revalidateTag } from 'next/cache'

import { tag } from '../../../lib/masthead.ts'
import { isSigned } from '../../../lib/verify.ts'

/** Masthead reports a change: what was read from it is read again. A repeated message does no harm. */
export async function POST(request: Request): Promise<Response> {
  const { MASTHEAD_WEBHOOK_SECRET: secret } = process.env
  if (!secret) throw new Error('Set MASTHEAD_WEBHOOK_SECRET')
  // The signature covers the bytes as they arrived.
  if (!isSigned(secret, request.headers, await request.text())) return new Response(null, { status: 401 })
  // At once: the next reader must not see the old text.
  revalidateTag(tag, { expire: 0 })
  return new Response(null, { status: 204 })
}
