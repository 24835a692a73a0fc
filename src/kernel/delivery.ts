import { z } from 'zod'

import { id } from './schema.ts'

/** A notification that an operation has queued, as its answer names it. */
export const deliveries = () => z.array(z.object({ deliveryId: id('delivery'), target: z.string() }))
