import { expect, test } from 'vitest'

import { parseHtml } from '#std/parse-html.ts'

import { cleanPaste as clean, lostPictures } from './clean-paste.ts'

const cleanPaste = (html: string) => clean(parseHtml(html), { isOurs: html.includes('data-pm-slice') })

test('what Docs says with weights is bold or italic, and nothing else is', () => {
  const docs =
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr" style="line-height:1.38">' +
    '<span style="font-size:20pt;font-weight:700">Docs Head</span></h1><p dir="ltr"><span style="font-weight:400">Normal text </span>' +
    '<span style="font-weight:700">bold</span><span style="font-style:italic"> leaning</span></p><br />' +
    '<ul><li dir="ltr" style="font-weight:400"><p role="presentation"><span style="font-weight:400">one</span></p></li></ul></b>' +
    '<img src="x"><br class="Apple-interchange-newline">'

  expect(cleanPaste(docs)).toBe(
    '<h1>Docs Head</h1><p>Normal text <strong>bold</strong><em> leaning</em></p><ul><li><p>one</p></li></ul>',
  )
})

test('lists of Word are lists, with their levels and numbers', () => {
  const item = (level: number, mark: string, text: string) =>
    `<p class=MsoListParagraphCxSpMiddle style='margin-left:36pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
    `<span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span>` +
    `</span></span><![endif]>${text}<o:p></o:p></p>\n`
  const word = `<style>p.MsoNormal{margin:0}</style>${item(1, '·', 'First point')}${item(2, 'o', 'Within')}${item(1, '·', '<b>Second</b>')}`

  expect(
    cleanPaste(
      `${word}<p class=MsoNormal>After<o:p>&nbsp;</o:p></p>${item(1, '3.', 'Third')}${item(1, '4.', 'Fourth')}`,
    ),
  ).toBe(
    '<ul><li><p>First point</p><ul><li><p>Within</p></li></ul></li><li><p><strong>Second</strong></p></li></ul>' +
      '<p>After</p><ol start="3"><li><p>Third</p></li><li><p>Fourth</p></li></ol>',
  )
})

test('a list of Word that says no more than its marks is one, too', () => {
  const word = '<p class="MsoListParagraph">·    First point</p><p class="MsoListParagraph">1986 was a year</p>'

  expect(cleanPaste(word)).toBe('<ul><li><p>First point</p></li></ul><p>1986 was a year</p>')
})

test('no style is left, links lead only where a link may, a table keeps its alignment', () => {
  const html =
    '<div style="color:red"><a href="javascript:alert(1)" style="x:y">no</a> <a href="https://example.com/?a=1&amp;b=2">yes</a></div>' +
    '<table><tbody><tr><td style="text-align:right">1 &lt; 2</td><td>3</td></tr></tbody></table><pre style="a:b">a\n  <b>b</b></pre>'

  expect(cleanPaste(html)).toBe(
    '<div>no <a href="https://example.com/?a=1&amp;b=2">yes</a></div>' +
      '<table><tbody><tr><td data-align="right">1 &lt; 2</td><td>3</td></tr></tbody></table><pre>a\n  b</pre>',
  )
})

test('a cell is one line in its column, whatever is within it, and what is merged has empty cells beside and below', () => {
  const word =
    '<table><caption>Prices</caption><tr><td><p class=MsoNormal><b>Kind<o:p></o:p></b></p></td><td colspan=2>Both</td></tr>' +
    `<tr><td rowspan=2><p>one<o:p></o:p></p><p>two</p></td><td><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>` +
    `<span style='mso-list:Ignore'>·&nbsp;</span>point</p></td><td><ul><li>a</li><li>b</li></ul></td></tr><tr><td>3</td><td>4</td></tr></table>`

  expect(cleanPaste(word)).toBe(
    '<p>Prices</p><table><tbody><tr><td><strong>Kind</strong></td><td>Both</td><td></td></tr>' +
      '<tr><td>one<br>two</td><td>point</td><td>a<br>b</td></tr><tr><td></td><td>3</td><td>4</td></tr></tbody></table>',
  )
})

test.each([
  ['<table><tr><td>Lonely</td></tr></table>'],
  ['<table><tr><td><table><tr><td>Lonely</td></tr></table></td><td></td></tr></table>'],
])('a table that only places something on a page is none: %s', (html) => {
  expect(cleanPaste(html).replaceAll(/<\/?div>/g, '')).toBe('Lonely')
})

test('comments of Word and hidden words are no part of the text', () => {
  const word =
    '<p class=MsoNormal>Seen<span class=MsoCommentReference><a href="#_msocom_1">[A1]</a></span><span style="display:none;mso-hide:all"> never</span></p>' +
    `<div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>Is this true?</p></div></div>`

  expect(cleanPaste(word)).toBe('<p>Seen</p>')
})

test('links of Docs lead where they did, and those within the document that was copied nowhere', () => {
  const html =
    '<p><a href="https://www.google.com/url?q=https://example.org/a?b%3D1&amp;sa=D&amp;ust=1">Docs</a> ' +
    '<a href="https://www.google.com/url?q=javascript:alert(1)">script</a> <a href="https://www.google.com/search?q=a">search</a></p>' +
    '<p>Word<a href="#_ftn1" name="_ftnref1">[1]</a></p>'

  expect(cleanPaste(html)).toBe(
    '<p><a href="https://example.org/a?b=1">Docs</a> ' +
      '<a href="https://www.google.com/url?q=javascript:alert(1)">script</a> <a href="https://www.google.com/search?q=a">search</a></p>' +
      '<p>Word[1]</p>',
  )
})

test.each([
  '<pre><code class="language-js">run()</code></pre>',
  '<div class="highlight"><pre class="lang-js prettyprint">run()</pre></div>',
])('code keeps its language: %s', (html) => {
  expect(cleanPaste(html)).toContain('<pre data-lang="js">run()</pre>')
})

test('what the editor copied says the same without its styles', () => {
  const own =
    '<p data-pm-slice="1 1 []">A <a data-href="/b" title="/b">link</a><br><strong style="color:red">x</strong></p>'

  expect(cleanPaste(`<meta charset='utf-8'>${own}`)).toBe(own.replace(' style="color:red"', ''))
})

test('footnotes of Word are footnotes of Markdown, numbered after those that the text has', () => {
  const word =
    `<p class=MsoNormal>Tides turn<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference>[1]</span><![endif]></span></span></a> twice.</p>` +
    `<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>` +
    `<div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> See <i>the</i> [old] <a href="https://example.org/t">tables</a>.<o:p></o:p></p></div></div>`

  expect(clean(parseHtml(word), { firstNote: 3 })).toBe(
    '<p>Tides turn<code class="raw">[^3]</code> twice.</p>' +
      '<pre class="raw">[^3]: See *the* \\[old] [tables](https://example.org/t).</pre>',
  )
})

test.each([
  [
    'GitHub',
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled checked> done</li>' +
      '<li class="task-list-item"><p><input type="checkbox" disabled> open</p></li><li>plain<ul><li><input type="checkbox"> within</li></ul></li></ul>',
    '<ul><li class="task done"> done</li><li class="task"><p> open</p></li><li>plain<ul><li class="task"> within</li></ul></li></ul>',
  ],
  [
    'Docs',
    '<ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,AA" alt="checked" aria-roledescription="checkbox"><p>done</p></li>' +
      '<li role="checkbox" aria-checked="false"><p>open</p></li></ul>',
    '<ul><li class="task done"><p>done</p></li><li class="task"><p>open</p></li></ul>',
  ],
])('a list of tasks of %s keeps its ticks', (_program, html, expected) => {
  expect(cleanPaste(html)).toBe(expected)
  expect(lostPictures(parseHtml(html))).toBe(0)
})

test('pictures that are nowhere but in the clipboard are counted', () => {
  const html =
    '<p><img src="data:image/png;base64,AA"><img src="file:///C:/a.png"><img src="https://example.com/a.png"></p>'

  expect(lostPictures(parseHtml(html))).toBe(2)
})
