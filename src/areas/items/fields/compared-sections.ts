import { Parser } from 'htmlparser2'

import { siteHost } from '#std/comparable-url.ts'
import { slugify } from '#std/slugs.ts'
import { oneLine, truncate } from '#std/text.ts'
import { isHttpUrl } from '#std/urls.ts'

import type { ComparisonScreenshot } from './entries.ts'

/** A section of a comparison that a page of a competitor illustrates. */
export type ComparedSection = { heading: string; competitorName: string; sourceUrl: string }

/**
 * The sections whose competitor has a page: those of the stored screenshots first, then each `h2` with a link to another site
 * below it, which is then the page. `ownHosts`, in the form of `siteHost`, are not competitors.
 */
export function comparedSections(
  html: string,
  stored: readonly ComparisonScreenshot[],
  ownHosts: ReadonlySet<string>,
): ComparedSection[] {
  const known = stored.map(({ sectionHeading, competitorName, sourceUrl }) => ({
    heading: sectionHeading,
    competitorName,
    sourceUrl,
  }))
  const headings = new Set(known.map(({ heading }) => heading))
  return [...known, ...linkedSections(html, ownHosts).filter(({ heading }) => !headings.has(heading))]
}

/** The list with one section's screenshot added, replacing an older one. */
export function withScreenshot(
  stored: readonly ComparisonScreenshot[],
  taken: Omit<ComparisonScreenshot, 'sectionSlug'>,
): ComparisonScreenshot[] {
  const entry = { ...taken, sectionSlug: sectionSlugOf(taken.sectionHeading) }
  return stored.some(({ sectionHeading }) => sectionHeading === taken.sectionHeading)
    ? stored.map((one) => (one.sectionHeading === taken.sectionHeading ? entry : one))
    : [...stored, entry]
}

/** The slug of a section, made from its heading, whatever that contains. Two sections may have the same one. */
export function sectionSlugOf(heading: string): string {
  return slugify(heading) || 'section'
}

function linkedSections(html: string, ownHosts: ReadonlySet<string>): ComparedSection[] {
  const sections: ComparedSection[] = []
  let heading: string | undefined
  let isInHeading = false
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name === 'h2') [heading, isInHeading] = ['', true]
      if (name !== 'a' || href === undefined || heading === undefined || isInHeading) return
      if (heading === '' || !isForeign(href, ownHosts)) return
      sections.push({ heading, competitorName: truncate(heading, 200), sourceUrl: href })
      heading = undefined
    },
    ontext(data) {
      if (isInHeading) heading += data
    },
    onclosetag(name) {
      if (name !== 'h2') return
      isInHeading = false
      heading = truncate(oneLine(heading ?? ''), 300)
    },
  })
  parser.end(html)
  return sections
}

function isForeign(href: string, ownHosts: ReadonlySet<string>): boolean {
  return isHttpUrl(href) && !ownHosts.has(siteHost(new URL(href).host))
}
