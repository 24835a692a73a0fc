/** @typedef {{ status: number, html: string, location?: string }} Page */

/** @type {Page} */
export const notFound = { status: 404, html: page({ title: 'Not found' }, '<h1>Not found</h1>') }

/** The newest articles. @param {any} found @param {{ siteUrl: string }} place @returns {Page} */
export function list(found, { siteUrl }) {
  const entries = found.data.map(
    (/** @type {any} */ { attributes: { title, excerpt, url } }) =>
      `<li><h2><a href="${escaped(url)}">${escaped(title)}</a></h2><p>${escaped(excerpt ?? '')}</p></li>`,
  )
  return {
    status: 200,
    html: page(
      { title: 'Articles', canonical: `${new URL(siteUrl).origin}/` },
      `<h1>Articles</h1><ul>${entries.join('')}</ul>`,
    ),
  }
}

/** An article, from all its attributes. @param {any} of @returns {Page} */
export function article(of) {
  const head = {
    title: of.seo_title,
    description: of.meta_description,
    canonical: of.url,
    robots: [of.robots.noindex ? 'noindex' : '', of.robots.nofollow ? 'nofollow' : ''].filter(Boolean).join(','),
  }
  const facts = [of.author, of.publish_at?.slice(0, 10)].filter(Boolean).join(' · ')
  const related = of.related_articles.map(
    (/** @type {any} */ { title, url }) => `<li><a href="${escaped(url)}">${escaped(title)}</a></li>`,
  )
  const body = [
    `<article><h1>${escaped(of.h1 ?? of.title)}</h1><p>${escaped(facts)}</p>`,
    of.featured_image ? picture(of.featured_image, of.title) : '',
    // Masthead has sanitised it.
    of.content_html ?? '',
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

/** @param {{ title: string, description?: string, canonical?: string, robots?: string }} head @param {string} body */
function page({ title, description, canonical, robots }, body) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${description ? `<meta name="description" content="${escaped(description)}">` : ''}${robots ? `<meta name="robots" content="${robots}">` : ''}
${canonical ? `<link rel="canonical" href="${escaped(canonical)}">` : ''}
<style>body{font:1.1rem/1.6 system-ui,sans-serif;margin:0 auto;max-width:44rem;padding:1.5rem 1rem}img{height:auto;max-width:100%}pre{overflow-x:auto}</style>
</head><body>${body}</body></html>`
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
