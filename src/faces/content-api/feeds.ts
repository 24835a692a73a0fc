import { feeds as collectionFeeds } from '#areas/collections/index.ts'
import { feeds as contentFeeds } from '#areas/content/index.ts'
import { feeds as mediaFeeds } from '#areas/media/index.ts'
import { feeds as taxonomyFeeds } from '#areas/taxonomies/index.ts'
import type { AnyFeed } from '#kernel/feed.ts'

/** Everything that the Content API delivers. */
export const feeds: readonly AnyFeed[] = [...collectionFeeds, ...contentFeeds, ...taxonomyFeeds, ...mediaFeeds]
