import { listening } from '#test/listening.ts'

import { pictureOf } from './pictures.ts'

/** A website on this machine: what imports read, and what is notified of changes. It answers the same at all times. */
export async function openWebsite(): Promise<{ url: string; close(): Promise<void> }> {
  const picture = await pictureOf(48, 32)
  const website = await listening((request, response) => {
    request.resume().on('end', () => {
      const page = pages(website.url, picture)[new URL(request.url ?? '/', website.url).pathname]
      if (request.method === 'POST') response.writeHead(204).end()
      else if (page === undefined) response.writeHead(404, { 'Content-Type': 'text/plain' }).end('nothing here')
      else response.writeHead(200, { 'Content-Type': page.type }).end(page.body)
    })
  })
  return website
}

const pages = (url: string, picture: Buffer): Record<string, { type: string; body: string | Buffer }> => ({
  '/harbour.png': { type: 'image/png', body: picture },
  '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private/\nCrawl-delay: 0\n' },
  '/feed.xml': { type: 'application/rss+xml', body: feed(url) },
  '/sitemap.xml': {
    type: 'application/xml',
    body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${url}/posts/lamp</loc></url></urlset>`,
  },
  '/posts/lamp': { type: 'text/html', body: post('A lamp', 'Oil burns, wicks glow.') },
  '/manual/': { type: 'text/html', body: post('The manual', `Read <a href="${url}/manual/oil">about oil</a> first.`) },
  '/manual/oil': { type: 'text/html', body: post('Oil', 'One litre a winter.') },
})

const post = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="${title} in a sentence"></head>
<body><header>Menu</header><main><article><h1>${title}</h1><p>${body}</p><table><tr><th>a</th></tr><tr><td>1</td></tr></table></article></main></body></html>`

const feed = (
  url: string,
) => `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Elsewhere</title><link>${url}/</link><description>A feed</description>
<item><title>Lanterns &amp; lamps</title><link>${url}/lanterns</link><guid>${url}/lanterns</guid><pubDate>Mon, 01 Jul 2024 08:00:00 GMT</pubDate>
<category>Light</category><content:encoded><![CDATA[<h2>Glass</h2><p>Clean it with <em>paper</em>.</p><pre><code>rub()</code></pre>]]></content:encoded></item>
<item><title>Without a body</title><link>${url}/nothing</link><pubDate>Tue, 02 Jul 2024 08:00:00 GMT</pubDate></item>
</channel></rss>
`
