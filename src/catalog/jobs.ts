import type { AnyJob } from '#kernel/job.ts'

import * as areas from './areas.ts'

/** Every job of the product. */
export const jobs: readonly AnyJob[] = Object.values(areas).flatMap<AnyJob>((area) => ('jobs' in area ? area.jobs : []))
