import * as content from '#areas/content/index.ts'
import * as exchange from '#areas/exchange/index.ts'
import * as media from '#areas/media/index.ts'
import * as seo from '#areas/seo/index.ts'
import type { AnyJob } from '#kernel/job.ts'

/** Every job of the product, by its kind. */
export const jobs: readonly AnyJob[] = [...media.jobs, ...content.jobs, ...exchange.jobs, ...seo.jobs]
