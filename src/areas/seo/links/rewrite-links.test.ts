import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { markdownTree } from '#std/markdown-tree.ts'

import { linksIn } from './links-in.ts'
import { rewriteAddress, rewriteLinks } from './rewrite-links.ts'

const resolve = (address: string) => {
  const found = /^(https:\/\/site\.example|http:\/\/www\.site\.example)?\/old\/?(?=$|[?#])/.exec(address)
  return found === null ? undefined : { to: `${found[1] ?? ''}/new`, includesQuery: false }
}
const markdown = (source: string) => rewriteLinks(source, 'markdown', resolve)
const html = (source: string) => rewriteLinks(source, 'html', resolve)

describe('links of Markdown', () => {
  test.each([
    ['[a](/old)', '[a](/new)'],
    ['[a](/old "Title")', '[a](/new "Title")'],
    ["[a](  /old\n'Title' )", "[a](  /new\n'Title' )"],
    ['[a](</old>)', '[a](</new>)'],
    ['[a](/old?x=1&y=2#part)', '[a](/new?x=1&y=2#part)'],
    ['[a](/old/)', '[a](/new)'],
    ['[a](https://site.example/old)', '[a](https://site.example/new)'],
    ['[*a* `]` [b]](/old)', '[*a* `]` [b]](/new)'],
    ['[![alt](/old)](/old)', '[![alt](/old)](/new)'],
    ['![alt](/old)', '![alt](/old)'],
    ['![alt [a](/old)](/x.png)', '![alt [a](/new)](/x.png)'],
    ['[a [b](/old) c](/old)', '[a [b](/new) c](/old)'],
    [String.raw`[a](/old\#x)`, '[a](/new#x)'],
    [String.raw`[a](/o\ld)`, String.raw`[a](/o\ld)`],
    ['[a](/&#111;ld)', '[a](/new)'],
    [String.raw`\[a](/old)`, String.raw`\[a](/old)`],
    [String.raw`[a\](/old)`, String.raw`[a\](/old)`],
    ['[a] (/old)', '[a] (/old)'],
    ['[a](/old', '[a](/old'],
    ['[a](/old x)', '[a](/old x)'],
    ['[a\n\nb](/old)', '[a\n\nb](/old)'],
    ['`[a](/old)` [a](/old)', '`[a](/old)` [a](/new)'],
    ['```\n[a](/old)\n```\n[a](/old)', '```\n[a](/old)\n```\n[a](/new)'],
    ['~~~\n[a](/old)\n', '~~~\n[a](/old)\n'],
    ['    [a](/old)\n', '    [a](/old)\n'],
    ['- [a](/old)\n\n    [b](/old)', '- [a](/new)\n\n    [b](/new)'],
    ['> [a](/old)', '> [a](/new)'],
    ['| a |\n|---|\n| [a](/old) |', '| a |\n|---|\n| [a](/new) |'],
    ['# [a](/old)', '# [a](/new)'],
    ['[a]: /old', '[a]: /new'],
    ['[a]: </old> "Title"\n[b]:\n  /old', '[a]: </new> "Title"\n[b]:\n  /new'],
    ['> - [a]: /old', '> - [a]: /new'],
    ['text\n[a]: /old', 'text\n[a]: /old'],
    ['[a]: /old x', '[a]: /old x'],
    ['[^1]: /old', '[^1]: /old'],
    ['[^1]: see [a](/old)\n\n[^1]', '[^1]: see [a](/new)\n\n[^1]'],
    ['[a][b](/old)\n\n[b]: /x', '[a][b](/old)\n\n[b]: /x'],
    ['[a [b]](/old)\n\n[b]: /x', '[a [b]](/old)\n\n[b]: /x'],
    ['<https://site.example/old>', '<https://site.example/new>'],
    ['see https://site.example/old.', 'see https://site.example/new.'],
    ['(https://site.example/old?a=1), www.site.example/old!', '(https://site.example/new?a=1), www.site.example/new!'],
    ['[https://site.example/old](/x)', '[https://site.example/old](/x)'],
    ['/old is a path, and so is https://site.example/older', '/old is a path, and so is https://site.example/older'],
    ['<a href="/old">a</a>', '<a href="/new">a</a>'],
    ["x <a class='b' href='/old?a=1&amp;b=2'>a</a>", "x <a class='b' href='/new?a=1&amp;b=2'>a</a>"],
    [
      '<div>\n<a href=/old>a</a> [b](/old)\n</div>\n\n[c](/old)',
      '<div>\n<a href=/new>a</a> [b](/old)\n</div>\n\n[c](/new)',
    ],
    ['<pre>\n[a](/old)\n\n[b](/old)</pre>\n[c](/old)', '<pre>\n[a](/old)\n\n[b](/old)</pre>\n[c](/new)'],
    ['<!-- [a](/old) --> [b](/old)', '<!-- [a](/old) --> [b](/old)'],
    ['x <!-- [a](/old) --> [b](/old)', 'x <!-- [a](/old) --> [b](/new)'],
    ['<img src="/old" alt="[a](/old)"> [b](/old)', '<img src="/old" alt="[a](/old)"> [b](/new)'],
    ['<a title="[a](/old)" href="/x">[b](/old)</a>', '<a title="[a](/old)" href="/x">[b](/new)</a>'],
    ['', ''],
  ])('%j becomes %j', (before, after) => {
    expect(markdown(before)).toBe(after)
  })
})

describe('links of HTML', () => {
  test.each([
    ['<p><a href="/old">a</a></p>', '<p><a href="/new">a</a></p>'],
    ['<A HREF=/old#x>a</A>', '<A HREF=/new#x>a</A>'],
    ["<a\n  rel=x\n  href = ' /old '>a</a>", "<a\n  rel=x\n  href = '/new'>a</a>"],
    ['<a data-href="/old" title="href=/old">a</a>', '<a data-href="/old" title="href=/old">a</a>'],
    ['<a title=">" href="/old">a</a>', '<a title=">" href="/new">a</a>'],
    ['<!-- <a href="/old"> --><a href="/old">', '<!-- <a href="/old"> --><a href="/new">'],
    ['<script>"<a href=/old>"</script><a href="/old">', '<script>"<a href=/old>"</script><a href="/new">'],
    [
      '<img src="/old"><link href="/old">[a](/old) https://site.example/old',
      '<img src="/old"><link href="/old">[a](/old) https://site.example/old',
    ],
    ['<code><a href="/old">a</a></code>', '<code><a href="/new">a</a></code>'],
    ['<a href="/old', '<a href="/old'],
    ['1 < 2 <a href="&#x2f;old?a&amp;b">', '1 < 2 <a href="/new?a&amp;b">'],
  ])('%j becomes %j', (before, after) => {
    expect(html(before)).toBe(after)
  })
})

const pieces = [
  '[a](/old)',
  '![a](/old)',
  '[a](/x)',
  '[b]',
  '[a][b]',
  '[b]: /old',
  '[c]: /x "t"',
  '\n',
  '\n\n',
  '    ',
  '- ',
  '> ',
  '1. ',
  '# ',
  '`',
  '``',
  '```\n',
  '~~~\n',
  '\\',
  '*',
  '_',
  '**',
  '[',
  ']',
  '(',
  ')',
  '![',
  '](/old)',
  '](/old "t")',
  'word ',
  ' ',
  ',',
  '<b>',
  '</b>',
  '<a href="/old">',
  '</a>',
  '<div>\n',
  '</div>\n',
  '<!-- ',
  ' -->',
  '<https://site.example/old>',
  ' https://site.example/old ',
  '|',
  '---\n',
  '<br>',
]
const fragments = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''))

/** Whole constructs in any order: what people and tools write. Only a parser can say what fragments of them mean. */
const inline = fc.constantFrom(
  '[a](/old)',
  '[a](/old?x=1#y "t")',
  '![a](/old)',
  '[![a](/old)](/old)',
  '[a](/x)',
  '[b]',
  '[a][b]',
  '[b][]',
  '`[a](/old)`',
  '``a ` [b](/old)``',
  '**[a](/old)**',
  '*a*',
  '~~[a](</old>)~~',
  '<a href="/old">x</a>',
  '<b>',
  '</b>',
  '<br>',
  '<https://site.example/old>',
  'https://site.example/old',
  '\\[a](/old)',
  '[a `]` b](/old)',
  '[a *b* [c](/old)](/old)',
  '<!-- [a](/old) -->',
  'words',
  'a\nb',
  '(www.site.example/old)',
  '&amp;',
  '\\`',
  '[x',
  'y]',
  '!',
)
const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
const block = fc.oneof(
  line,
  line.map((text) => `# ${text.replaceAll('\n', ' ')}`),
  line.map((text) => `${text}\n---`),
  line.map((text) => text.replaceAll(/^/gm, '> ')),
  fc
    .array(line, { minLength: 1, maxLength: 3 })
    .map((lines) => lines.map((text) => `- ${text.replaceAll('\n', '\n  ')}`).join('\n')),
  line.map((text) => `1. ${text.replaceAll('\n', '\n   ')}\n\n   [p](/old)`),
  line.map((text) => `\`\`\`md\n${text}\n\`\`\``),
  line.map((text) => `~~~\n\n${text}\n~~~~`),
  line.map((text) => text.replaceAll(/^/gm, '    ')),
  line.map((text) => `<div class="x">\n${text}\n</div>`),
  line.map((text) => `<pre>\n${text}\n\n[a](/old)\n</pre>`),
  line.map((text) => `| a | b |\n|---|---|\n| ${text.replaceAll('\n', ' ')} | c |`),
  fc.constantFrom('[b]: /old', '[b]: </old> "t"\n[c]: /old', '***', '<!--\n[a](/old)\n-->', 'text\n[b]: /old'),
)
const constructs = fc.array(block, { maxLength: 5 }).map((blocks) => blocks.join('\n\n'))

describe('of any text', () => {
  const options = { numRuns: Number(process.env['RUNS'] ?? 2000) }

  test('links become what they should for the parser that renders, and it sees nothing else change', () => {
    fc.assert(
      fc.property(constructs, (source) => {
        expect(shape(markdown(source))).toEqual(shape(source, true))
      }),
      options,
    )
  })

  test('rewriting twice changes nothing, and text outside of links stays', () => {
    fc.assert(
      fc.property(
        fc.oneof(fragments, constructs),
        fc.constantFrom('markdown' as const, 'html' as const),
        (source, format) => {
          const after = rewriteLinks(source, format, resolve)
          expect(rewriteLinks(after, format, resolve)).toBe(after)
          const outside = (text: string) => {
            let at = 0
            return linksIn(text, format).links.map(({ start, end }) => {
              const piece = text.slice(at, start)
              at = end
              return piece
            })
          }
          expect(outside(after)).toEqual(outside(source))
        },
      ),
      options,
    )
  })

  test.each([
    '[',
    '![',
    '](',
    '[a](',
    '[a](x ',
    '[a](x "',
    '<a ',
    '<a href="',
    '<a b="<c d=\'',
    '`',
    '\\',
    '[a]: ',
    '[a]: x "',
    '> - ',
    '&#',
    'https://',
    '<!--',
    '(((',
    '))))',
    '[a][',
    '- 1. > ',
    '<pre>',
    '*_',
    'www.a.b)',
    '\n\n',
    '\n',
    ' ',
    '<a:',
    '[a](<',
    '</',
  ])(
    '%j many times is read in no time',
    (piece) => {
      const source = piece.repeat(Math.floor(400_000 / piece.length))

      expect(markdown(source)).toHaveLength(source.length)
      expect(html(source)).toHaveLength(source.length)
    },
    5000,
  )
})

type Node = { type: string; url?: string; value?: string; children?: Node[]; [field: string]: unknown }

/** The tree that the parser sees, without positions; with the addresses that it should have afterwards. */
function shape(source: string, rewritten = false): unknown {
  const strip = (node: Node, inLink: boolean): unknown => {
    const { position: _position, children, ...fields } = node
    if (rewritten && (node.type === 'link' || node.type === 'definition'))
      fields.url = rewriteAddress(fields.url ?? '', resolve)
    if (rewritten && inLink && node.type === 'text')
      fields.value = String(fields.value).replace('site.example/old', 'site.example/new')
    if (rewritten && node.type === 'html') fields.value = String(fields.value).replaceAll('href="/old"', 'href="/new"')
    return { ...fields, children: children?.map((child) => strip(child, inLink || isAutolink(node))) }
  }
  return strip(markdownTree(source) as unknown as Node, false)
}

const isAutolink = ({ type, url, children }: Node) =>
  type === 'link' && children?.length === 1 && url?.endsWith(children[0]?.value ?? '') === true
