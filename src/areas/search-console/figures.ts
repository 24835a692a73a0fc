import { z } from 'zod'

/** What is known of a search result: 0 impressions have a ctr of 0 and no position. */
export const figuresOutput = {
  clicks: z.int(),
  impressions: z.int(),
  ctr: z.number().describe('Clicks by impressions, 0 to 1'),
  position: z.number().nullable().describe('Mean, weighted by impressions; 1 is the first'),
}

/** Sums as they are stored: `weighted` is the sum of position x impressions. */
export type Sums = { clicks: number; impressions: number; weighted: number }

/** Figures of sums: never means of means. */
export function figuresOf({ clicks, impressions, weighted }: Sums) {
  return {
    clicks: Number(clicks),
    impressions: Number(impressions),
    ctr: impressions > 0 ? clicks / impressions : 0,
    position: impressions > 0 ? weighted / impressions : null,
  }
}
