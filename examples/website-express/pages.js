import { withAnchors } from './anchors.js'

/** @typedef {{ status: number, html: string, location?: string }} Page */

const style = `
  :root { color-scheme: light dark }
  body { font: 1.1rem/1.6 system-ui, sans-serif; margin: 0 auto; max-width: 44rem; overflow-wrap: break-word; padding: 1rem }
  header a { color: inherit; font-weight: 600; text-decoration: none }
  h1, h2, h3 { line-height: 1.25 }
  img { height: auto; max-width: 100% }
  pre { background: #8882; border-radius: 0.3rem; font-size: 0.9rem; overflow-x: auto; padding: 0.8rem }
  table { display: block; overflow-x: auto }
  time, .facts { color: gray; font-size: 0.95rem }
  .list { list-style: none; padding: 0 }
  .list h2 { font-size: 1.25rem; margin: 1.6rem 0 0.1rem }
  .list p { margin: 0.2rem 0 }
`

/** @type {Page} */
export const notFound = { status: 404, html: page({ title: 'Not found' }, '<h1>Not found</h1>') }

/** The newest articles. @param {any} found @param {{ siteUrl: string }} place @returns {Page} */
export function list(found, { siteUrl }) {
  const entries = found.data.map(
    (/** @type {any} */ { attributes: { title, excerpt, url, publish_at: date } }) =>
      `<li><h2><a href="${escaped(url)}">${escaped(title)}</a></h2>${timeOf(date)}${excerpt ? `<p>${escaped(excerpt)}</p>` : ''}</li>`,
  )
  return {
    status: 200,
    html: page(
      { title: 'Articles', canonical: new URL(siteUrl).href },
      `<h1>Articles</h1><ul class="list">${entries.join('')}</ul>`,
    ),
  }
}

/** An article, from all its attributes. @param {any} of @returns {Page} */
export function article(of) {
  const head = {
    title: of.seo_title,
    description: of.meta_description,
    canonical: of.url,
    type: 'article',
    social: { title: of.og_title ?? of.title, description: of.og_description ?? of.meta_description },
    image: of.featured_image?.url,
    data: of.schema_json_ld,
    robots: [of.robots.noindex ? 'noindex' : '', of.robots.nofollow ? 'nofollow' : ''].filter(Boolean).join(','),
  }
  const facts = [of.author === null ? '' : escaped(of.author), timeOf(of.publish_at)].filter(Boolean).join(' · ')
  const related = of.related_articles.map(
    (/** @type {any} */ { title, url }) => `<li><a href="${escaped(url)}">${escaped(title)}</a></li>`,
  )
  const body = [
    `<article><h1>${escaped(of.h1 ?? of.title)}</h1><p class="facts">${facts}</p>`,
    of.featured_image ? picture(of.featured_image, of.title) : '',
    // Masthead has sanitised it.
    withAnchors(of.content_html ?? ''),
    related.length > 0 ? `<h2>Read on</h2><ul>${related.join('')}</ul>` : '',
    '</article>',
  ]
  return { status: 200, html: page(head, body.join('')) }
}

/** @param {any} image @param {string} title */
function picture({ url, alt, width, height, variants }, title) {
  const set = variants
    .filter((/** @type {any} */ { format }) => format === 'webp')
    .map((/** @type {any} */ variant) => `${variant.url} ${variant.width}w`)
  const size = width && height ? ` width="${width}" height="${height}"` : ''
  const sources = set.length > 0 ? ` srcset="${escaped(set.join(', '))}" sizes="(max-width: 44rem) 100vw, 44rem"` : ''
  return `<img src="${escaped(url)}" alt="${escaped(alt ?? title)}"${size}${sources}>`
}

/** @param {string | null} at */
function timeOf(at) {
  if (at === null) return ''
  const day = new Date(at).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
  return `<time datetime="${at}">${day}</time>`
}

/**
 * @typedef {{ title: string, description?: string, canonical?: string, robots?: string, type?: string, image?: string,
 *   social?: { title: string, description: string }, data?: object | null }} Head
 */

/** @param {Head} head @param {string} body */
function page({ title, description, canonical, robots, type = 'website', image, social, data }, body) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${description ? `<meta name="description" content="${escaped(description)}">` : ''}${robots ? `<meta name="robots" content="${robots}">` : ''}
${canonical ? `<link rel="canonical" href="${escaped(canonical)}">` : ''}
<meta property="og:type" content="${type}"><meta property="og:title" content="${escaped(social?.title ?? title)}">
${social?.description ? `<meta property="og:description" content="${escaped(social.description)}">` : ''}${image ? `<meta property="og:image" content="${escaped(image)}">` : ''}
${data ? `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>` : ''}
<style>${style}</style>
</head><body><header><a href="/">Example Media</a></header><main>${body}</main></body></html>`
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
