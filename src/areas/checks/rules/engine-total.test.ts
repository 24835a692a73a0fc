import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'

import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateMedia } from '#areas/media/operations/update-media.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { consolidateItems } from '#areas/seo/operations/consolidate-items.ts'
import { publishingWarning } from '#kernel/publishing-warning.ts'
import { findForbidden } from '#std/json.ts'

import { check } from './engine.ts'
import type { CheckedItem, Target } from './subject.ts'
import { supporter } from './support.ts'
import { goodBody, other, subject, to } from './test-subject.ts'

const inputs: Record<string, z.ZodType> = {
  updateItem: updateItem.input,
  publishItem: publishItem.input,
  updateOrganizationSettings: updateOrganizationSettings.input,
  consolidateItems: consolidateItems.input,
  updateMedia: updateMedia.input,
}

/** At most `n` units of a text, two of each character. */
const emoji = (n: number) => '🦊'.repeat(n / 2)
const text = (most: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: most }),
    fc.constantFrom(
      '',
      ' ',
      'email marketing software',
      '題名',
      'https://site.example/articles/x#y',
      'ftp://x',
      '</script>',
      emoji(most),
      `x${emoji(most - 1)}`,
    ),
  )
const maybe = (most: number) => fc.option(text(most), { nil: null })
const html = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<h2>',
        '</h2>',
        '<h4>',
        '</h4>',
        '<pre>',
        '</pre>',
        '<li>',
        '<a href="/articles/x">',
        '<a href="#x">',
        '<a href="/articles/a%00b">',
        `<a href="/articles/x?${emoji(1200)}">`,
      ),
      fc.constantFrom(
        '<a href="https://%zz.example/%">',
        '</a>',
        '<img src="https://a.example/b">',
        '<br>',
        '&lt;',
        ' 40 % of 1,000 teams in 2025. ',
        goodBody,
        `<p>${emoji(800)}</p>`,
        `<p>x${emoji(800)} is 40 % of it.</p>`,
        `<img src="https://a.example/x${emoji(1200)}">`,
      ),
      text(40),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))
const json = fc.jsonValue({ maxDepth: 4 })
const others = fc.constantFrom(
  [],
  [other('itm_a')],
  [other('itm_a', { status: 'draft' }), other('itm_b', { collectionId: 'col_x' })],
)
const target: fc.Arbitrary<Target> = fc.constantFrom<Target>(
  to(other('itm_a')),
  to(other('itm_d', { status: 'draft' })),
  { to: 'redirect', itemId: null, url: 'https://x.example' },
  { to: 'nothing' },
  { to: 'unknown' },
)

const item: fc.Arbitrary<Partial<CheckedItem>> = fc.record(
  {
    title: text(300),
    slug: text(200),
    status: fc.constantFrom('draft', 'scheduled', 'published'),
    h1: maybe(300),
    bodyH1s: fc.nat(3),
    tldr: maybe(600),
    excerpt: maybe(500),
    seoTitle: maybe(300),
    metaDescription: maybe(500),
    canonicalUrl: maybe(200),
    canonicalReason: fc.constantFrom(null, 'syndicated'),
    primaryKeyword: maybe(120),
    ogTitle: maybe(100),
    ogDescription: maybe(100),
    ogImageId: fc.constantFrom(null, 'med_x'),
    twitterTitle: maybe(100),
    twitterDescription: maybe(100),
    featuredImageId: fc.constantFrom(null, 'med_x'),
    schemaJsonLd: json,
    faq: fc.array(fc.record({ question: text(50), answer: text(50) }), { maxLength: 3 }),
    relatedArticles: fc.array(fc.constantFrom('itm_a', 'itm_gone'), { maxLength: 3 }),
    articleType: fc.constantFrom(null, 'guide', 'glossary'),
    isPillar: fc.boolean(),
    origin: fc.constantFrom('ai', 'agent', 'human', 'import'),
  },
  { requiredKeys: [] },
)

const change = fc.record({
  item,
  body: html,
  site: fc.record(
    {
      siteUrl: fc.constantFrom(null, 'https://site.example'),
      locale: fc.constantFrom('en', 'de-AT', 'ja', 'zh-Hant', 'tlh'),
      brandNames: fc.array(text(20), { maxLength: 3 }),
      hosts: fc.constantFrom(new Set<string>(), new Set(['site.example'])),
    },
    { requiredKeys: [] },
  ),
  index: fc.record(
    {
      selfUrl: fc.constantFrom(null, 'https://site.example/articles/x'),
      sameCanonical: others,
      sameDescription: others,
      sameKeyword: others,
      secondaryOf: others,
      isLinked: fc.boolean(),
      featuredImage: fc.constantFrom(
        null,
        { id: 'med_x', alt: null, width: null },
        { id: 'med_x', alt: 'x', width: 10 },
      ),
      supports: fc.array(text(50), { maxLength: 2 }).map((texts) => supporter(texts, 'en')),
    },
    { requiredKeys: [] },
  ),
  targets: fc.dictionary(fc.constantFrom('/articles/x', 'https://site.example/articles/x'), target),
})

test('every item whatever can be checked, twice with the same result, each code once, each fix a valid call', () => {
  fc.assert(
    fc.property(change, (given) => {
      const { warnings, summary, score, withheld } = check(subject(given))

      expect(check(subject(given))).toEqual({ warnings, summary, score, withheld })
      expect(new Set(warnings.map(({ code }) => code)).size).toBe(warnings.length)
      expect(summary.errors + summary.warnings + summary.notices).toBe(warnings.length)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(100)
      for (const warning of warnings) {
        publishingWarning.parse(warning)
        expect(findForbidden(warning), warning.code).toBeUndefined()
        if (warning.fix === undefined) continue
        const { error } = inputs[warning.fix.operation]?.safeParse(warning.fix.input) ?? { error: 'unknown operation' }
        expect(error, `${warning.code}: ${JSON.stringify(warning.fix)}`).toBeUndefined()
      }
    }),
    { numRuns: 400 },
  )
})

test('a check takes so long', () => {
  const body = `${goodBody}${'<h2>More</h2><p>Every team of 40 people sent one campaign a week. It paid off in the end.</p>'.repeat(72)}`
  const { page } = subject({ body })
  const runs = 20
  const start = performance.now()
  for (let i = 0; i < runs; i++) check(subject({ body }))

  const each = (performance.now() - start) / runs
  process.stdout.write(`warnings: ${each.toFixed(1)} ms for an item of ${page.wordCount} words, parsed and checked\n`)
  expect(page.wordCount).toBeGreaterThan(1500)
})
