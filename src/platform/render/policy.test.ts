import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'

import { breachesOf } from './breaches.ts'
import { imageAddress, linkAddress, sanitise } from './policy.ts'

test.each([
  'https://example.com/a?b=c#d',
  'HTTP://example.com',
  'mailto:desk@example.com',
  '/blog/best-crm',
  '/',
  '#section',
])('a link may go to %s', (address) => {
  expect(linkAddress(address)).toBe(address)
})

test.each([
  '',
  'blog/best-crm',
  '../up',
  '?q=1',
  '//evil.example',
  String.raw`/\evil.example`,
  '/\t/evil.example',
  '/\n\\evil.example',
  String.raw`https:\\evil.example`,
  'https:evil',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' \u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'ftp://example.com',
  'tel:+1',
  'view-source:https://example.com',
])('a link may not go to %j', (address) => {
  expect(linkAddress(address)).toBeUndefined()
})

test('an image comes over https or from the media path and from nowhere else', () => {
  expect(imageAddress('https://example.com/a.png', undefined)).toBe('https://example.com/a.png')
  expect(imageAddress('/media/med_1.png', '/media/')).toBe('/media/med_1.png')
  expect(imageAddress('http://127.0.0.1:3000/media/a.png', 'http://127.0.0.1:3000/media')).toBeDefined()
  const refused = [
    'http://example.com/a.png',
    '//example.com/a.png',
    'a.png',
    '/a.png',
    'data:image/png;base64,AA',
    'javascript:alert(1)',
  ]
  for (const address of [
    ...refused,
    '/media/../v2/x',
    '/media/%2e%2e/x',
    '/media/..\\x',
    '/mediax/a.png',
    'https://',
    'blob:x',
  ]) {
    expect(imageAddress(address, '/media/')).toBeUndefined()
  }
  expect(imageAddress('/media/med_1.png', undefined)).toBeUndefined()
})

test.each([
  '<img src=x onerror=alert(1)>',
  '<IMG SRC="https://a.example/x.png" OnError="alert(1)" srcset="javascript:alert(1) 1x" style="x" id=a name=b>',
  '<img src="https://a.example/x.png" width="1" onload=alert(1)//height=2 loading="x">',
  '<script>alert(1)</script><scr<script>ipt>alert(1)</scr</script>ipt>',
  '<ScRiPt/src=//evil.example></sCrIpT >',
  '<a href="java&#115;cript:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="&#x1;javascript:alert(1)">x</a>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<a href=" javascript:alert(1)" target=_blank onclick=alert(1) rel="opener">x</a>',
  '<a href="/&#x09;/evil.example">x</a><a href="/&#92;evil.example">x</a>',
  '<svg><script>alert(1)</script></svg><svg/onload=alert(1)>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate attributeName=href values="javascript:alert(1)" /></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">x</math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><img src=x onerror=alert(1)></template>',
  '<style><img src="</style><img src=x onerror=alert(1)//"></style>',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<title><a title="</title><img src=x onerror=alert(1)>"></title>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<noembed><img title="</noembed><img src onerror=alert(1)>"></noembed>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><iframe src=javascript:alert(1)>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button><input autofocus onfocus=alert(1)>',
  '<base href="javascript:/"><link rel=stylesheet href=//evil.example><meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<video src=x onerror=alert(1)><audio src=x onerror=alert(1)><details open ontoggle=alert(1)>',
  '<p style="background:url(javascript:alert(1))" id="x" class="y" data-x="z">x</p>',
  '<code class="language-js evil language-x" id="c">x</code><p class="language-js">x</p>',
  '<td align="evil" onclick=alert(1)>x</td><th align=center colspan=2>y</th>',
  '<!--><img src=x onerror=alert(1)>--><!--[if IE]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]><?xml <img src=x onerror=alert(1)>?>',
  '<p <img src=x onerror=alert(1)>',
  '<<img src=x onerror=alert(1)>//<</p>',
  '<a href="https://a.example" title="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;">x</a>',
  '<img alt="`><img src=x onerror=alert(1)>`" src="https://a.example/x.png">',
  '<a\u0000href="javascript:alert(1)">x</a><a href="java\u0000script:alert(1)">x</a>',
  '<isindex action=javascript:alert(1)><marquee onstart=alert(1)>x</marquee>',
  '<h1 onclick=alert(1)>x</h1><custom-element onclick=alert(1)>x</custom-element>',
])('nothing that runs or reaches out survives in %j', (html) => {
  const safe = sanitise(html, '/media/')

  expect(breachesOf(safe, '/media/')).toEqual([])
  expect(sanitise(safe, '/media/')).toBe(safe)
})

test('whatever is thrown together, nothing forbidden survives and sanitising again changes nothing', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '</',
      '/>',
      '"',
      "'",
      '=',
      ' ',
      '\t',
      '\n',
      '\0',
      '&',
      '&#',
      ';',
      '&lt;',
      '&quot;',
      '<!--',
      '-->',
      '--!>',
      ']]>',
      '`',
      '/',
      '\\',
    ),
    fc.constantFrom(
      'script',
      'style',
      'svg',
      'math',
      'noscript',
      'template',
      'title',
      'textarea',
      'xmp',
      'iframe',
      'mtext',
      'mglyph',
    ),
    fc.constantFrom(
      'p',
      'a',
      'img',
      'table',
      'td',
      'h1',
      'h2',
      'code',
      'pre',
      'li',
      'form',
      'select',
      'option',
      'plaintext',
    ),
    fc.constantFrom(
      ' href=',
      ' src=',
      ' srcset=',
      ' onerror=',
      ' onclick=',
      ' style=',
      ' class=',
      ' id=',
      ' title=',
      ' alt=',
      ' xlink:href=',
    ),
    fc.constantFrom(
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      'https://a.example/x',
      '//evil.example',
      '/\\evil',
      'data:text/html,x',
      '/media/a',
      'language-js',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const safe = sanitise(pieces.join(''), '/media/')
      expect(breachesOf(safe, '/media/')).toEqual([])
      expect(breachesOf(sanitise(safe, '/media/'), '/media/')).toEqual([])
    }),
    { numRuns: 3000 },
  )
})

test('a reader keeps everything that the policy allows', () => {
  const html = `<h2>Title</h2><p>A <strong>b</strong> <em>c</em> <del>d</del> <code>e</code><br>
    <a href="https://example.com/?a=1&amp;b=2" title="t" rel="noopener">link</a></p>
    <pre><code class="language-rust">fn main() { a &lt; b &amp;&amp; c }</code></pre>
    <blockquote><p>q</p></blockquote><ul><li>1<ol><li>2</li></ol></li></ul><hr>
    <table><caption>c</caption><thead><tr><th align="right">h</th></tr></thead><tbody><tr><td align="center">1</td></tr></tbody></table>
    <figure><img src="https://example.com/i.png" alt="i" width="10" height="20" loading="lazy"><figcaption>f</figcaption></figure>`

  expect(treeOf(sanitise(html, undefined))).toEqual(treeOf(html))
})

function treeOf(html: string): unknown {
  return shapeOf(parseDocument(html))
}

function shapeOf(node: object): unknown {
  const { name, attribs, data, children } = node as {
    name?: string
    attribs?: object
    data?: string
    children?: object[]
  }
  return { name, attribs, data, children: children?.map(shapeOf) }
}
