import { expect, test } from 'vitest'

import type { Remark } from './record.ts'
import { readWordPressBody } from './wordpress-body.ts'
import { readFootnotes } from './wordpress-footnotes.ts'

const photo = { url: 'https://example.org/a.jpg', alt: 'A', caption: 'One & two' }

function read(source: string, remarks: Remark[] = []): string {
  return readWordPressBody(
    source,
    { baseUrl: 'https://example.org', imagesOf: (ids) => (ids === null || ids.includes('7') ? [photo] : []) },
    remarks,
  )
}

test('blank lines of the classic editor part paragraphs and line breaks stay', () => {
  expect(read('One\ntwo <em>three</em>\n\nFour\r\n')).toBe('<p>One<br>\ntwo <em>three</em></p>\n<p>Four</p>')
  expect(read('One<br />\ntwo')).toBe('<p>One<br>\ntwo</p>')
  expect(read('<em>a\n\nb</em>')).toBe('<p><em>a<br>\nb</em></p>')
})

test('blocks and preformatted text keep their form', () => {
  expect(read('Text\n<h2>Head</h2>\nMore\n<pre>a\n\n  [b]\n</pre>\nEnd')).toBe(
    '<p>Text</p>\n<h2>Head</h2><p>More</p>\n<pre>a\n\n  [b]\n</pre>\n<p>End</p>',
  )
  expect(read('<ul>\n\t<li>One</li>\n\t<li>Two\nlines</li>\n</ul>')).toBe(
    '<ul>\n\t<li>One</li>\n\t<li>Two<br>\nlines</li>\n</ul>',
  )
  expect(read('<blockquote>One\n\nTwo</blockquote>')).toBe('<blockquote><p>One</p>\n<p>Two</p>\n</blockquote>')
  expect(read('<p>Ready made</p>')).toBe('<p>Ready made</p>')
  expect(read('a <!-- note --> b')).toBe('<p>a <!-- note --> b</p>')
})

test('block comments go, their HTML stays, and a block without HTML is noted', () => {
  const remarks: Remark[] = []
  const html = read(
    '<!-- wp:heading {"level":3,"x":{"y":"a\\u002d\\u002d\\u003e"}} -->\n<h3>Head</h3>\n<!-- /wp:heading -->\n\n<!-- wp:group --><div>\n<!-- wp:paragraph -->\n<p>In\nside</p>\n<!-- /wp:paragraph --></div><!-- /wp:group -->\n<!-- wp:latest-posts /-->\n\nClassic\ntext',
    remarks,
  )

  expect(html).toBe('<h3>Head</h3>\n\n<div>\n\n<p>In\nside</p>\n</div>\n<p>Classic<br>\ntext</p>')
  expect(remarks).toEqual([{ code: 'block_dropped', message: expect.stringContaining('"latest-posts"') }])
})

test('marks for more and page breaks are removed', () => {
  expect(read('One<!--more Go on-->Two\n\n<!--nextpage-->\n\nThree')).toBe('<p>One</p>\n<p>Two</p>\n<p>Three</p>')
})

test('captions become figures in both of their forms', () => {
  const image = '<a href="https://example.org/"><img src="https://example.org/a.jpg" alt="A" /></a>'

  expect(read(`[caption id="x" width="10"]${image} A <b>bold</b> day[/caption]`)).toBe(
    `<figure>${image}<figcaption>A <b>bold</b> day</figcaption></figure>`,
  )
  expect(read(`[caption caption="Old form"]${image}[/caption]`)).toBe(
    `<figure>${image}<figcaption>Old form</figcaption></figure>`,
  )
})

test('galleries show the images that the file knows, others stay as text', () => {
  const remarks: Remark[] = []
  const figure = '<figure><img src="https://example.org/a.jpg" alt="A"><figcaption>One &amp; two</figcaption></figure>'

  expect(read('[gallery ids="7"]')).toBe(figure)
  expect(read('[gallery]')).toBe(figure)
  expect(read('[gallery ids="8"]', remarks)).toBe('<p>[gallery ids="8"]</p>')
  expect(remarks).toMatchObject([{ code: 'shortcode_kept' }])
})

test('embeds, players and frames become links', () => {
  const link = '<a href="https://example.org/v?a=1&amp;b=2">https://example.org/v?a=1&amp;b=2</a>'
  const address = 'https://example.org/v?a=1&amp;b=2'

  expect(read(`[embed]${address}[/embed]`)).toBe(`<p>${link}</p>`)
  expect(read(`Text\n\n${address}\n\nText`)).toBe(`<p>Text</p>\n<p>${link}</p>\n<p>Text</p>`)
  expect(read(`[video src="${address}"][/video]`)).toBe(`<p>${link}</p>`)
  expect(read(`<iframe src="${address}" allowfullscreen></iframe>`)).toBe(`<p>${link}</p>`)
  expect(read(`<video controls><source src="${address}"></video>`)).toBe(`<p>${link}</p>`)
  expect(
    read(
      `<!-- wp:embed --><figure><div class="wp-block-embed__wrapper">\n${address}\n</div></figure><!-- /wp:embed -->`,
    ),
  ).toContain(link)
  expect(read(`<!-- wp:social-link {"url":"https://example.org/v?a=1\\u0026b=2","service":"x"} /-->`)).toContain(
    '<li><a href="https://example.org/v?a=1&amp;b=2">x</a></li>',
  )
})

test('code blocks keep their text and its characters', () => {
  expect(read('[code lang="php"]\nif (a < b) {\n\n  [x] &lt;b&gt;\n}\n[/code]')).toBe(
    '<pre><code class="language-php">if (a &lt; b) {\n\n  [x] &lt;b&gt;\n}</code></pre>',
  )
  expect(read('Write <code>[caption]x[/caption]</code> or [[gallery]]')).toBe(
    '<p>Write <code>[caption]x[/caption]</code> or [gallery]</p>',
  )
})

test('other shortcodes give their inner text, lone ones and brackets stay', () => {
  const remarks: Remark[] = []

  expect(read('[box][b]In[/b] side[/box] [sic] [1] [form id="3"]', remarks)).toBe(
    '<p>In side [sic] [1] [form id="3"]</p>',
  )
  expect(read('[button url="https://example.org/?a=1&b=2"]Go[/button]')).toBe(
    '<p><a href="https://example.org/?a=1&amp;b=2">Go</a></p>',
  )
  expect(remarks.map((remark) => remark.code).toSorted()).toEqual([
    'shortcode_kept',
    'shortcode_opened',
    'shortcode_opened',
  ])
})

test('relative addresses become absolute and images without a web address are noted', () => {
  const remarks: Remark[] = []

  expect(read('<a href="/about/?a=1&amp;b=2">x</a> <a href="#top">y</a> <img src=\'pic.png\'>', remarks)).toBe(
    '<p><a href="https://example.org/about/?a=1&amp;b=2">x</a> <a href="#top">y</a> <img src="https://example.org/pic.png"></p>',
  )
  expect(remarks).toEqual([])
  read('<img src="file:///pic.png">', remarks)
  expect(remarks).toMatchObject([{ code: 'image_unresolved' }])
})

test('bodies made to stall a reader are read or left alone, and nothing of them is lost', () => {
  const hostile = [
    '[a '.repeat(100_000),
    '<!-- wp:x '.repeat(19_000),
    '<b>'.repeat(19_000),
    '[a]'.repeat(100_000),
    '[code]'.repeat(50_000),
    '<pre'.repeat(19_000),
  ]
  for (const text of hostile) expect(read(text).length).toBeGreaterThanOrEqual(text.trim().length)
  expect(read('<b>'.repeat(20_001))).toBe('<b>'.repeat(20_001))
})

test('footnotes are shown where the block is, or at the end, with their numbers at the marks', () => {
  const context = {
    baseUrl: 'https://example.org',
    imagesOf: () => [],
    footnotes: readFootnotes('[{"content":"Said <em>so</em>.","id":"a-1"},{"content":"Later.","id":"b-2"}]', []),
  }
  const mark = (id: string) => `<sup data-fn="${id}" class="fn"><a href="#${id}" id="${id}-link">9</a></sup>`
  const body = `<!-- wp:paragraph --><p>One${mark('a-1')} two${mark('b-2')} lost${mark('c')}</p><!-- /wp:paragraph -->`

  const block = '<!-- wp:footnotes /--><!-- wp:paragraph --><p>End</p><!-- /wp:paragraph -->'
  const html = readWordPressBody(`${body}${block}`, context, [])

  const shown = (n: number) => `<sup><a href="#fn-${n}" data-footnote-ref="">${n}</a></sup>`
  expect(html).toBe(
    `<p>One${shown(1)} two${shown(2)} lost${mark('c')}</p><section data-footnotes=""><ol><li>Said <em>so</em>.</li><li>Later.</li></ol></section><p>End</p>`,
  )
  expect(readWordPressBody(body, context, [])).toMatch(/Later\.<\/li><\/ol><\/section>$/)
  const remarks: Remark[] = []
  expect(readFootnotes('[{"content":', remarks)).toEqual([])
  expect(remarks).toHaveLength(1)
})

test('footnotes that were pasted into WordPress from Word are footnotes', () => {
  const body =
    '<!-- wp:paragraph --><p>One<a href="#_ftn1" name="_ftnref1">[1]</a></p><!-- /wp:paragraph -->' +
    '<!-- wp:paragraph --><p><a href="#_ftnref1" name="_ftn1">[1]</a> Said <em>so</em>.</p><!-- /wp:paragraph -->'

  expect(read(body)).toBe(
    '<p>One<sup><a href="#fn-1" data-footnote-ref="">1</a></sup></p><section data-footnotes=""><ol><li>Said <em>so</em>.</li></ol></section>',
  )
})
