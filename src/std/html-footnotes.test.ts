import { expect, test } from 'vitest'

import { cleanHtml } from '#std/clean-html.ts'
import { mayHaveFootnotes, withFootnotes } from '#std/html-footnotes.ts'
import { parseHtml } from '#std/parse-html.ts'
import { htmlOf } from '#std/write-html.ts'

const read = (html: string) => {
  expect(mayHaveFootnotes(html)).toBe(true)
  return withFootnotes(parseHtml(html)).children.map(htmlOf).join('')
}
const mark = (n: number) => `<sup><a href="#fn-${n}" data-footnote-ref="">${n}</a></sup>`
const notes = (...items: string[]) =>
  `<section data-footnotes=""><ol>${items.map((item) => `<li>${item}</li>`).join('')}</ol></section>`

test.each([
  [
    'Word',
    `<p>One<a style="mso-footnote-id:ftn1" href="#_ftn1" name="_ftnref1"><span>[1]</span></a> two<a href="#_ftn2" name="_ftnref2"><sup>[2]</sup></a>.</p>
<div style="mso-element:footnote-list"><br clear="all"><hr>
<div style="mso-element:footnote" id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a>&nbsp;First.</p></div>
<div style="mso-element:footnote" id="ftn2"><p><a href="#_ftnref2" name="_ftn2">[2]</a> Second.</p></div></div>`,
  ],
  [
    'Word on a Mac',
    `<p>One<a href="applewebdata://6C-D8/#_ftn1">[1]</a> two<a href="applewebdata://6C-D8/#_edn1">[i]</a>.</p>
<div><div><p><a href="applewebdata://6C-D8/#_ftnref1">[1]</a> First.</p></div></div><div><p><a href="applewebdata://6C-D8/#_ednref1">[i]</a> Second.</p></div>`,
  ],
  [
    'Google Docs',
    `<p>One<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup> two<sup><a href="#ftnt2" id="ftnt_ref2">[2]</a></sup>.</p>
<hr class="c1"><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> First.</span></p></div><div><p><a href="#ftnt_ref2" id="ftnt2">[2]</a> Second.</p></div>`,
  ],
  [
    'LibreOffice',
    `<p>One<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a> two<a href="#sdfootnote2sym"><sup>2</sup></a>.</p>
<div id="sdfootnote1"><p><a href="#sdfootnote1anc">1</a> First.</p></div><div id="sdfootnote2"><p><a href="#sdfootnote2anc">2</a>Second.</p></div>`,
  ],
  [
    'a converter',
    `<p>One<sup><a href="#footnote-1" id="footnote-ref-1">[1]</a></sup> two<sup><a href="#footnote-2" id="footnote-ref-2">[2]</a></sup>.</p>
<ol><li id="footnote-1"><p>First. <a href="#footnote-ref-1">↑</a></p></li><li id="footnote-2"><p>Second.<a href="#footnote-ref-2">↑</a></p></li></ol>`,
  ],
])('footnotes of %s have the form of Markdown', (_program, html) => {
  const written = read(html)
    .replace(/<br[^>]*>|<\/?span>|\n/g, '')
    .replaceAll(' </li>', '</li>')

  expect(written).toBe(`<p>One${mark(1)} two${mark(2)}.</p>${notes('First.', 'Second.')}`)
})

test('a note keeps all its paragraphs, and two marks can have the same one', () => {
  const html = `<p>a<a href="#_ftn1">[1]</a> b<a href="#_ftn1">[1]</a></p>
<div id="ftn1"><p><a href="#_ftnref1">[1]</a> First.</p><p>More.</p></div>`

  expect(read(html).trim()).toBe(`<p>a${mark(1)} b${mark(1)}</p>\n${notes('<p>First.</p><p>More.</p>')}`)
})

test('a mark without its text, a text without its mark, and links elsewhere stay', () => {
  const html =
    '<p>a<a href="#_ftn1">[1]</a> <a href="#footnotes">Notes</a></p><div id="ftn2"><p><a href="#_ftnref2">[2]</a> Two</p></div>'

  expect(read(html)).toBe(html)
})

test('what is taken from a page or a feed has them, too', () => {
  const html = '<p>a<a href="#_ftn1">[1]</a></p><div id="ftn1"><p><a href="#_ftnref1">[1]</a> <b>First</b>.</p></div>'

  const cleaned = cleanHtml(parseHtml(html), { baseUrl: 'https://example.org' })

  expect(cleaned).toBe(
    '<p>a<sup><a href="#fn" data-footnote-ref="">1</a></sup></p><section data-footnotes=""><ol><li><b>First</b>.</li></ol></section>',
  )
})
