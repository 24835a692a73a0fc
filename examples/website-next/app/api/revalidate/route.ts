import { revalidatePath } from 'next/cache'

import { revalidation } from '../../../lib/revalidation.ts'

const { MASTHEAD_WEBHOOK_SECRET: secret, INDEXNOW_KEY: key } = process.env
if (!secret) throw new Error('Set MASTHEAD_WEBHOOK_SECRET')

export const POST = revalidation({ secret, revalidatePath, ...(key ? { indexNow: { key } } : {}) })
