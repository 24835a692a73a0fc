import fc from 'fast-check'
import { expect, test } from 'vitest'

import { renderBody } from '#platform/render/render-body.ts'

import { convertHtml } from './html-to-markdown.ts'

function rendered(content: string, format: 'html' | 'markdown'): string {
  const outcome = renderBody({ content, format })
  if (!('rendered' in outcome)) throw new Error('too large')
  return outcome.rendered.html
}

/** HTML as a reader sees it: line breaks between blocks are nothing, nor is the one at the end of code. */
const seen = (html: string) =>
  html
    .replace(/\s+/g, ' ')
    .replace(
      / ?(<\/?(?:p|ul|ol|li|h\d|blockquote|pre|table|thead|tbody|tr|th|td|hr|br|figure|figcaption|caption)\b[^>]*>) ?/g,
      '$1',
    )
    .replace(/\s*<\/code><\/pre>/g, '</code></pre>')

const article = `<h2>One &amp; two</h2><p>A <strong>bold</strong> and <em>thin</em> <a href="https://example.com/a_b" title="T">link</a>,
 <code>a*b</code>, 2 * 3, [a] and _b_.<br>Next line</p>
<ul><li>one</li><li>two<ul><li>within</li></ul></li></ul><ul><li>another list</li></ul><ol><li><p>loose</p><p>twice</p></li></ol>
<blockquote><p>Said.</p></blockquote><pre><code class="language-ts">const a = '*'

  b()
</code></pre><hr><table><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>1 | 2</td><td align="right">3</td></tr></tbody></table>
<p><img src="https://example.com/x.png" alt="A quay"></p>`

test('what Markdown can say becomes Markdown, and is rendered as before', () => {
  const before = rendered(article, 'html')
  const { markdown, blocks } = convertHtml(before)

  expect(blocks.filter(({ isKept }) => isKept)).toEqual([])
  expect(markdown).toContain('## One & two\n\nA **bold** and *thin* [link](https://example.com/a_b "T")')
  expect(seen(rendered(markdown, 'markdown'))).toBe(seen(before))
})

test('a block that Markdown cannot say stays HTML, and is rendered as before', () => {
  const before = rendered(
    `<p>First</p><figure><img src="https://example.com/x.png" alt="x" width="10" height="20"><figcaption>Words

      and more</figcaption></figure><table><caption>C</caption><tbody><tr><td>1</td></tr></tbody></table><pre>a

    b</pre><p>Last <img src="https://example.com/y.png" alt="" width="5"> one</p>`,
    'html',
  )
  const { markdown, blocks } = convertHtml(before)

  expect(blocks.map(({ isKept }) => isKept)).toEqual([false, true, true, true, false])
  expect(markdown).toMatch(/^First\n\n<figure>/)
  expect(seen(rendered(markdown, 'markdown'))).toBe(seen(before))
})

const word = fc.constantFrom(
  'tide',
  '1.',
  '*',
  '_x_',
  '#',
  '- a',
  '&amp;',
  '&lt;b&gt;',
  '[a](b)',
  '`',
  'https://example.com',
  '|',
  '\\',
  '~~',
  '>',
)
const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
const inline = fc.oneof(
  text,
  ...['strong', 'em', 'del', 'code'].map((name) => text.map((inner) => `<${name}>${inner}</${name}>`)),
  text.map((inner) => `<a href="https://example.com/?a=1&amp;b=(2)">${inner}</a>`),
  fc.constant('<br>'),
)
const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => `w${parts.join('')}w`)
const block = fc.oneof(
  ...['p', 'h2', 'h4', 'blockquote', 'figure', 'pre'].map((name) => line.map((inner) => `<${name}>${inner}</${name}>`)),
  ...['ul', 'ol'].flatMap((name) => [
    fc
      .array(line, { minLength: 1, maxLength: 3 })
      .map((all) => `<${name}>${all.map((one) => `<li>${one}</li>`).join('')}</${name}>`),
    line.map((one) => `<${name}><li><p>${one}</p><pre><code>a\n\n  b\n</code></pre></li></${name}>`),
  ]),
  line.map((one) => `<table><thead><tr><th>${one}</th></tr></thead><tbody><tr><td>${one}</td></tr></tbody></table>`),
)

test('whatever is converted is rendered as before', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (all) => {
      const before = rendered(all.join(''), 'html')
      expect(seen(rendered(convertHtml(before).markdown, 'markdown'))).toBe(seen(before))
    }),
    { numRuns: 300 },
  )
})
