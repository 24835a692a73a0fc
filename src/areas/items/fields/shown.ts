import { iso } from '#kernel/schema.ts'

/** The entries of a stored list, as the Content API shows them; none if there is no list. */
export function shownList(stored: unknown): unknown[] {
  return Array.isArray(stored) ? stored : []
}

/** Stored screenshots by the names that they have in the Content API. */
export function shownScreenshots(stored: unknown) {
  return shownList(stored).map(shownScreenshot)
}

function shownScreenshot(stored: unknown) {
  const shot: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  return {
    section_heading: shot['sectionHeading'],
    section_slug: shot['sectionSlug'],
    competitor_name: shot['competitorName'],
    source_url: shot['sourceUrl'],
    screenshot_url: shot['screenshotUrl'],
    captured_at: typeof shot['capturedAt'] === 'string' ? iso(shot['capturedAt']) : undefined,
    status: shot['status'],
  }
}
