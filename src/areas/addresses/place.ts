import type { Collection } from '#areas/collections/index.ts'
import type { Reader } from '#kernel/database.ts'

import type { Site } from './public-url.ts'

/** The website of an organization, as far as redirects need it. */
export type Place = { db: Reader; site: Site; collections: readonly Collection[] }
