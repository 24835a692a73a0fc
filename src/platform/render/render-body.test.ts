import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'

import type { ComparisonScreenshot, Rendered, RenderSource } from '#kernel/render.ts'
import { readPage } from '#std/page.ts'

import { breachesOf } from './breaches.ts'
import { renderBody } from './render-body.ts'

test('Markdown with its GFM parts becomes plain article HTML', () => {
  const { html, text, wordCount, policyVersion } = render(
    [
      '# Title',
      '- [x] done\n- [ ] open',
      '| a | b |\n|--:|:-:|\n| 1 | 2 |',
      'One[^1] ~~two~~ <b onclick="x()">three</b> https://example.com',
      '```rust,ignore\nlet a: Vec<T>;\n```',
      '[^1]: The *note*.',
    ].join('\n\n'),
  )

  expect(treeOf(html)).toEqual(
    treeOf(`<h2>Title</h2><ul><li>[x] done</li><li>[ ] open</li></ul>
      <table><thead><tr><th align="right">a</th><th align="center">b</th></tr></thead>
      <tbody><tr><td align="right">1</td><td align="center">2</td></tr></tbody></table>
      <p>One[1] <del>two</del> <strong>three</strong> <a href="https://example.com" rel="noopener">https://example.com</a></p>
      <pre><code class="language-rust,ignore">let a: Vec&lt;T&gt;;\n</code></pre>
      <hr><ol><li><p>The <em>note</em>. </p></li></ol>`),
  )
  expect(text).toContain(
    '[x] done\n[ ] open\na\nb\n1\n2\nOne[1] two three https://example.com\nlet a: Vec<T>;\nThe note.',
  )
  expect(wordCount).toBeGreaterThan(12)
  expect(policyVersion).toBe(2)
})

test('a body that begins a pre with empty lines stays the same when it is rendered again', () => {
  const once = render('<pre><div>\n\n-->').html

  expect(render(once, 'html').html).toBe(once)
})

test('a quotation keeps its marks', () => {
  expect(render('<p>He said <q>yes</q>.</p>', 'html').html).toBe('<p>He said “yes”.</p>')
})

test.each([
  ['<div>one</div><div>two <i>three</i><p>four</p></div>', '<p>one</p><p>two <em>three</em></p><p>four</p>'],
  ['<pre><div>a</div><div>b</div></pre>', '<pre>a\nb\n</pre>'],
  ['<noscript><img src="https://a.example/x.png"></noscript>', '<p><img src="https://a.example/x.png"></p>'],
  [
    '<picture><source srcset="x"><img src="https://a.example/x.png" alt=""></picture>',
    '<img src="https://a.example/x.png" alt="">',
  ],
  ['<p>x<sup>2</sup> H<sub>2</sub>O 5<sup>th</sup></p>', '<p>x² H₂O 5th</p>'],
  ['<ul><li><input type="checkbox" checked>a</li></ul>', '<ul><li>[x] a</li></ul>'],
  ['<p><button><p>x</p></button></p>', '<p></p><p>x</p><p></p>'],
  ['<ul><li>a<marquee><i><li>b', '<ul><li>a<em></em></li><li><em>b</em></li></ul>'],
  ['<h1>a</h1><h3>b</h3>', '<h2>a</h2><h3>b</h3>'],
  ['a<script>b</script>c<svg><text>d</text></svg>', 'ac'],
  ['<dl><dt>term</dt><dd>meaning</dd></dl>', '<p>term</p><p>meaning</p>'],
])('%s reads as %s', (source, expected) => {
  expect(treeOf(render(source, 'html').html)).toEqual(treeOf(expected))
})

test('a comparison post keeps its tree: headings with an image below', () => {
  const html =
    '<h2>Acme</h2><img src="https://a.example/1.png" alt="Acme"><p>Good.</p><h2>Beta</h2><img src="https://a.example/2.png" alt="Beta"><p>Fine.</p>'

  expect(treeOf(render(html, 'html').html)).toEqual(treeOf(html))
})

test('a captured screenshot stands below its heading, once', () => {
  const shots = [
    shot('Acme  CRM', '"><script>alert(1)</script>'),
    shot('Beta'),
    shot('Failed', 'F', 'failed'),
    shot('Nowhere'),
  ]
  const content = '# Acme **CRM**\n\ntext\n\n## Beta\n\n![own](https://a.example/own.png)\n\n## Failed\n\n### Nowhere\n'

  const { html } = render(content, 'markdown', { comparisonScreenshots: shots })

  expect(treeOf(html)).toEqual(
    treeOf(`<h2>Acme <strong>CRM</strong></h2>
      <img src="https://a.example/shot.png" alt="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"><p>text</p>
      <h2>Beta</h2><p><img src="https://a.example/own.png" alt="own"></p><h2>Failed</h2><h3>Nowhere</h3>`),
  )
})

test('an image that the policy removes does not keep the screenshot away, and a screenshot obeys the policy', () => {
  const content = '## A\n\n![x](data:image/png;base64,AA)\n\n## B\n'
  const screenshots = [shot('A'), { ...shot('B'), screenshotUrl: 'http://a.example/x.png' }]

  const { html } = render(content, 'markdown', { comparisonScreenshots: screenshots })

  expect(treeOf(html)).toEqual(
    treeOf('<h2>A</h2><img src="https://a.example/shot.png" alt="Competitor"><p>x</p><h2>B</h2>'),
  )
})

test('an image that cannot be shown leaves its words', () => {
  const { html, text } = render('![Ships *at* sea](sea.png) and <img src="http://a.example/x.png" alt="A <b>"> end')

  expect(html).toBe('<p>Ships at sea and A &lt;b&gt; end</p>')
  expect(text).toBe('Ships at sea and A <b> end')
})

test('footnotes of HTML are shown as those of Markdown', () => {
  const mark = '<sup><a href="#fn-1" data-footnote-ref="">1</a></sup>'
  const list = '<section data-footnotes=""><ol><li>Said <em>so</em>.</li></ol></section>'

  const { html } = render(`<p>One${mark}</p>${list}`, 'html')

  expect(html.replace(/\s*\n\s*/g, '')).toBe('<p>One[1]</p><hr /><ol><li>Said <em>so</em>.</li></ol>')
})

test('words are counted in every script', () => {
  expect(render('Two words, 3 more: don’t e-mail').wordCount).toBe(7)
  expect(render('日本語の文章です').wordCount).toBeGreaterThan(2)
  expect(render('สวัสดีชาวโลก').wordCount).toBeGreaterThan(1)
  expect(render('').wordCount).toBe(0)
})

test.each([
  'Two words, 3 more: don’t e-mail',
  '## A heading\n\n- one\n  - two\n- three\n\n> quoted words\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n---\n\nline\\\nbroken',
  'Some words\n\n```js\nconst code = 1\n```\n\nand `inline code`.',
  '日本語の文章です and words',
])('a body has as many words as the checks find in it: %s', (content) => {
  const { html, wordCount } = render(content)

  expect(wordCount).toBe(readPage(html).wordCount)
})

test('hidden nesting is found when the tree is known', () => {
  expect(renderBody({ content: '<div><!-- </div> -->'.repeat(150), format: 'html' })).toEqual({
    excess: { limit: 'nesting', found: 150 },
  })
  expect(renderBody({ content: '<svg>'.repeat(150), format: 'markdown' })).toEqual({
    excess: { limit: 'nesting', found: 150 },
  })
  // A table implies three levels more than the tags that are counted.
  expect(renderBody({ content: '<table><tr><td>'.repeat(40), format: 'html' })).toEqual({
    excess: { limit: 'nesting', found: 160 },
  })
})

test('rendered HTML rendered again is the same tree, and never holds what is forbidden', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<div>',
      '</div>',
      '<p>',
      '</p>',
      '<a href="/x">',
      '</a>',
      '<b>',
      '</b>',
      '<h1>',
      '<ul><li>',
      '</ul>',
      '<pre>',
      '</pre>',
      '<sup>2</sup>',
    ),
    fc.constantFrom(
      '<svg>',
      '<math>',
      '<noscript>',
      '<template>',
      '<style>',
      '<title>',
      '<textarea>',
      '<img src=x onerror=alert(1)>',
      '<!--',
      '-->',
    ),
    fc.constantFrom(
      '# h\n',
      '\n\n',
      '> ',
      '- [ ] ',
      '```',
      '[x](javascript:alert(1))',
      '![a](https://a.example/b)',
      '[^1]',
      '\n[^1]: n\n',
      '`<i>`',
      '&lt;script&gt;',
      'word ',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), fc.constantFrom('markdown', 'html'), (pieces, format) => {
      const once = render(pieces.join(''), format).html
      expect(breachesOf(once, undefined)).toEqual([])
      expect(treeOf(render(once, 'html').html)).toEqual(treeOf(once))
    }),
    { numRuns: 1000 },
  )
})

function render(
  content: string,
  format: RenderSource['format'] = 'markdown',
  more: Partial<RenderSource> = {},
): Rendered {
  const outcome = renderBody({ content, format, ...more })
  if (!('rendered' in outcome)) throw new Error(`over the limit: ${JSON.stringify(outcome.excess)}`)
  return outcome.rendered
}

function shot(sectionHeading: string, competitorName = 'Competitor', status = 'captured'): ComparisonScreenshot {
  return { sectionHeading, competitorName, screenshotUrl: 'https://a.example/shot.png', status }
}

// White space between blocks is layout, not content.
function treeOf(html: string): unknown {
  return shapesOf(parseDocument(html).children)
}

type Node = { name?: string; attribs?: object; data?: string; children?: Node[] }

function shapesOf(nodes: readonly Node[]): unknown[] {
  return nodes
    .filter(({ data }) => data === undefined || !/^\s*\n\s*$/.test(data))
    .map(({ name, attribs, data, children }) => ({
      name,
      attribs: { ...attribs },
      data,
      children: shapesOf(children ?? []),
    }))
}
