import { z } from 'zod'

import { listSamples, sampleOutput } from '#areas/site-audit/performance/samples.ts'
import { devices, installLine } from '#kernel/browser.ts'
import { operation } from '#kernel/operation.ts'
import { daysOf, ranges } from '#kernel/ranges.ts'
import { url } from '#kernel/schema.ts'
import { urlKey } from '#std/url-key.ts'

const dayMs = 86_400_000

export const getSitePerformance = operation({
  name: 'getSitePerformance',
  title: 'Get the speed of pages',
  summary: 'Returns the measurements of pages, oldest first: score, Core Web Vitals and further times with ratings.',
  scope: 'audit:read',
  risk: 'read',
  examples: [
    { title: 'Four weeks', input: { range: '28d' } },
    { title: 'A page on phones', input: { range: '90d', url: 'https://www.example.com/', device: 'mobile' } },
  ],
  input: z.strictObject({
    range: z.enum(ranges),
    url: url().optional(),
    device: z.enum(devices).optional(),
  }),
  output: z.object({
    samples: z.array(sampleOutput),
    installCommand: z.string().nullable().describe('What an operator runs first if pages cannot be measured yet'),
  }),

  prepare: async ({ browser }) => ((await browser.lab.canMeasure()) ? null : installLine),

  async handle({ db, now }, { range, url: given, device }, installCommand) {
    const from = new Date(now.getTime() - daysOf[range] * dayMs)
    const key = given === undefined ? undefined : (urlKey(given) ?? given)
    return { samples: await listSamples(db, { from, url: key, device }), installCommand }
  },
})
