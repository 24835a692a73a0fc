import type { AnyFeed } from '#kernel/feed.ts'

import * as areas from './areas.ts'

/** Everything that the Content API delivers. */
export const feeds: readonly AnyFeed[] = Object.values(areas).flatMap<AnyFeed>((area) =>
  'feeds' in area ? area.feeds : [],
)
