import { expect, test } from 'vitest'

import { addressesIn, keepHtmlLinks, keepLinks } from './keep-links.ts'

const isAllowed = (address: string) => URL.parse(address)?.hostname === 'own.example'

test.each([
  ['A [shop](https://own.example/a) here.', 'A [shop](https://own.example/a) here.'],
  ['A [shop](https://evil.example/a "T") here.', 'A shop here.'],
  ['A [path](/a) and [part](#b).', 'A [path](/a) and [part](#b).'],
  ['A [path](//evil.example/a).', 'A path.'],
  ['![A hive](https://evil.example/a.png)', 'A hive'],
  ['![A hive](https://own.example/a.png)', '![A hive](https://own.example/a.png)'],
  ['[![Hive](https://evil.example/a.png)](https://evil.example)', 'Hive'],
  ['[![Hive](https://evil.example/a.png)](https://own.example)', '[Hive](https://own.example)'],
  ['[run](javascript:alert(1)) and [mail](mailto:a@evil.example)', 'run and mail'],
  ['See <https://evil.example/x> and <https://own.example/x>.', 'See evil.example/x and <https://own.example/x>.'],
  ['See https://evil.example/x. And www.evil.example!', 'See evil.example/x. And evil.example!'],
  ['See https://own.example/x.', 'See https://own.example/x.'],
  ['[words][1] and [1]\n\n[1]: https://evil.example\n', 'words and 1\n\n'],
  ['[words][1]\n\n[1]: https://own.example\n', '[words][1]\n\n[1]: https://own.example\n'],
  ['An <a href="https://evil.example">anchor</a><img src="https://evil.example/p"><script>x</script>', 'An anchorx'],
  ['Code: `[a](https://evil.example)` stays.', 'Code: `[a](https://evil.example)` stays.'],
  ['```\nhttps://evil.example\n```', '```\nhttps://evil.example\n```'],
  ['2 < 3 and 5 > 4', '2 < 3 and 5 > 4'],
])('%s', (source, kept) => {
  expect(keepLinks(source, isAllowed)).toBe(kept)
})

test('takes no longer than the text is long', () => {
  const text = '[a](https://evil.example) [b '.repeat(20_000)
  const begun = performance.now()
  keepLinks(text, isAllowed)
  expect(performance.now() - begun).toBeLessThan(3000)
})

test('in HTML other links lose their address, and other images go', () => {
  const source =
    '<p>A <a href="https://own.example/a?b=1&amp;c=2">shop</a>, <a class="x" href=\'https://evil.example\'>trap</a>, <a href="/b">b</a> <img src="https://evil.example/p.png" alt="a hive"><img src=https://own.example/p.png></p>'

  expect(keepHtmlLinks(source, isAllowed)).toBe(
    '<p>A <a href="https://own.example/a?b=1&amp;c=2">shop</a>, <a>trap</a>, <a href="/b">b</a> a hive<img src=https://own.example/p.png></p>',
  )
})

test('addresses are found in whatever way they are named', () => {
  expect(
    addressesIn('[a](https://a.example/x), <https://b.example> <a href="https://c.example/?d=1&amp;e=2">'),
  ).toEqual(['https://a.example/x', 'https://b.example', 'https://c.example/?d=1&e=2'])
})
