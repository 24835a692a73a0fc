import { expect, test } from 'vitest'

import { previewPage, refusedPage, withoutWaysOut } from './preview-page.ts'

const baseUrl = 'https://cms.example.com'

test('links of the text lead nowhere but within the page', () => {
  const body =
    '<p><a href="https://example.com/a">One</a> <a title="x > y" href="/b">two</a> <a href="#c">three</a></p>'

  expect(withoutWaysOut(body, baseUrl)).toBe(
    '<p><a data-leads-to="https://example.com/a">One</a> <a title="x > y" data-leads-to="/b">two</a> <a href="#c">three</a></p>',
  )
})

test('pictures of this origin are shown, those of other hosts named', () => {
  const own = '<img src="https://cms.example.com/media/a.webp" alt="A quay">'
  const body = `${own}<img src="https://cms.example.com.evil.example/b.webp" alt="A > B"><img src="//evil.example/c.webp">`

  expect(withoutWaysOut(body, baseUrl)).toBe(
    `${own}<span class="elsewhere">Picture on another host: A > B</span><span class="elsewhere">Picture on another host</span>`,
  )
})

test('what is no markup is text on the page', () => {
  const page = previewPage({
    html: '<p>Mist lifts.</p>',
    serp: { url: 'https://ink.example/mist' },
    contentApiJson: {
      data: {
        attributes: {
          title: 'Mist',
          author: 'A & B',
          featured_image_url: null,
          faq: [{ question: 'When <now>?', answer: 'Before noon.' }],
        },
      },
    },
    texts: { h1: '<b>Mist</b> over the quay', tldr: null },
    theme: 'dark',
    baseUrl,
  })

  expect(page).toContain('<html lang="en" data-theme="dark">')
  expect(page).toContain('<h1>&lt;b&gt;Mist&lt;/b&gt; over the quay</h1>')
  expect(page).toContain('<div dir="auto"><p>Mist lifts.</p></div>')
  expect(page).toContain('<p class="by">A &amp; B</p>')
  expect(page).toContain('<h3>When &lt;now&gt;?</h3>')
  expect(page).not.toMatch(/<img|class="summary"/)
  expect(refusedPage('Nothing <here>', 'light')).toContain('There is no preview: Nothing &lt;here&gt;')
})
