import { Html, html } from '#faces/html.ts'

type Theme = 'light' | 'dark'
type Question = { question: string; answer: string }
/** What `previewItem` answers, as far as the page shows it. */
export type Preview = {
  html: string
  serp: { url: string }
  contentApiJson: {
    data: {
      attributes: {
        title: string
        author?: string | null
        featured_image_url: string | null
        faq?: readonly Question[]
      }
    }
  }
}
type Shown = Preview & { texts: Record<string, unknown>; theme: Theme; baseUrl: string }

/** An article as a page: its heading, who wrote it, its picture, its summary, its text, its questions. */
export function previewPage({ html: body, serp, contentApiJson, texts, theme, baseUrl }: Shown): string {
  const { title, author, featured_image_url: picture, faq = [] } = contentApiJson.data.attributes
  const summary = textOf(texts['tldr'])
  const article = html`<article>
    <p class="address">${serp.url}</p>
    <h1>${textOf(texts['h1']) ?? title}</h1>
    ${author != null && html`<p class="by">${author}</p>`} ${picture !== null && html`<img src="${picture}" alt="" />`}
    ${summary && html`<p class="summary" dir="auto">${summary}</p>`}
    <div dir="auto">${new Html(withoutWaysOut(body, baseUrl))}</div>
    ${
      faq.length > 0 &&
      html`<h2>Questions and answers</h2>
        ${faq.map(
          ({ question, answer }) =>
            html`<h3>${question}</h3>
              <p>${answer}</p>`,
        )}`
    }
  </article>`
  return documentOf(title, article, theme)
}

/** What a frame shows where there is no preview. */
export function refusedPage(message: string, theme: Theme): string {
  return documentOf('No preview', html`<p role="alert">There is no preview: ${message}</p>`, theme)
}

function documentOf(title: string, body: Html, theme: Theme): string {
  return html`<!doctype html>
    <html lang="en" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/preview.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `.text
}

/**
 * The body without what the frame's policy would stop: its links lead nowhere but within the page, and a picture of another
 * host is named instead of loaded.
 */
export function withoutWaysOut(body: string, baseUrl: string): string {
  return body
    .replace(/(<a(?:\s+[\w-]+(?:="[^"]*")?)*?\s+)href="(?!#)/g, '$1data-leads-to="')
    .replace(/<img(?:\s+[\w-]+(?:="[^"]*")?)*\s*\/?>/g, (image) => {
      const source = /\ssrc="([^"]*)"/.exec(image)?.[1] ?? ''
      if (source.startsWith(`${baseUrl}/`) || /^\/(?!\/)/.test(source)) return image
      const alt = /\salt="([^"]*)"/.exec(image)?.[1]
      return `<span class="elsewhere">Picture on another host${alt ? `: ${alt}` : ''}</span>`
    })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
