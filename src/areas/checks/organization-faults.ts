import { sql } from 'kysely'

import { type Question, question, selectFrom } from '#kernel/ask.ts'
import type { PublishingWarning } from '#kernel/publishing-warning.ts'

import { socialImageMissing } from './rules/social.ts'
import type { Site } from './rules/subject.ts'

/** How many items are published, and how many of them have no picture. */
export type Pictures = { published: number; bare: number }

/**
 * What is wrong with the organization rather than with each of its items (checks.md#faults-of-the-organization): entries without an
 * item, which block nothing.
 */
export function faultsOf({ siteUrl, hasSocialImage }: Site, { published, bare }: Pictures): PublishingWarning[] {
  return [
    ...(siteUrl === null ? [siteUrlMissing] : []),
    ...(!hasSocialImage && bare * 2 > published ? [imageMissing({ published, bare })] : []),
  ]
}

/** As they are counted with every change (checks.md#pictures-are-counted-once). */
export function picturesAsked(): Question<Pictures> {
  const counts = selectFrom('picture_count').select([
    sql<number>`coalesce(sum(published), 0)`.as('published'),
    sql<number>`coalesce(sum(bare), 0)`.as('bare'),
  ])
  return question(counts, ([found]) => found ?? { published: 0, bare: 0 })
}

const siteUrlMissing: PublishingWarning = {
  code: 'site_url_missing',
  severity: 'warning',
  field: 'siteUrl',
  message:
    'The organization has no siteUrl, so its items have no public address: canonical URLs, sitemaps and links to own pages cannot be made or checked. Set siteUrl in the settings.',
  evidence: { siteUrl: null },
  source: 'rules',
}

function imageMissing({ published, bare }: Pictures): PublishingWarning {
  return {
    code: socialImageMissing,
    severity: 'warning',
    field: 'defaults.socialImageId',
    message: `${bare} of ${published} published items have no picture, and there is none for all of them, so lists and shared links show them without one. Set defaults.socialImageId in the settings.`,
    evidence: { published, withoutPicture: bare },
    source: 'rules',
  }
}
