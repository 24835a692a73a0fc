import { expect, test } from 'vitest'

import { placesOf } from '#areas/seo/rewritten-places.ts'
import { storedId } from '#kernel/ids.ts'

const stored = {
  id: storedId('item', 'itm_01jzz0000000000000000000zz'),
  canonical_url: null,
  related_articles: [],
  internal_link_suggestions: [],
  content: 'As told in [the old one](/blog/old), and again [there](/blog/old) at last.',
  contentFormat: 'markdown' as const,
}

test('each rewritten link is shown with the words around it', () => {
  const content = 'As told in [the old one](/blog/new), and again [there](/blog/new) at last.'

  expect(placesOf(stored, { content, relatedArticles: [] })).toEqual({
    count: 3,
    first: [
      {
        field: 'content',
        before: 'As told in [the old',
        from: 'one](/blog/old),',
        to: 'one](/blog/new),',
        after: 'and again [there](/blog/new) at last.',
      },
      {
        field: 'content',
        before: 'As told in [the old one](/blog/new), and again',
        from: '[there](/blog/old)',
        to: '[there](/blog/new)',
        after: 'at last.',
      },
      { field: 'relatedArticles', before: '', from: '', to: '', after: '' },
    ],
  })
})

test('a canonical address that goes leads nowhere', () => {
  const places = placesOf({ ...stored, canonical_url: 'https://a.example/old' }, { canonicalUrl: null })

  expect(places.first).toMatchObject([{ field: 'canonicalUrl', from: 'https://a.example/old', to: '' }])
})
