import { createWebsite } from './server.js'

const {
  MASTHEAD_CONTENT_URL: contentUrl,
  MASTHEAD_WEBHOOK_SECRET: secret,
  SITE_URL: siteUrl,
  INDEXNOW_KEY: key,
  PORT = '4000',
} = process.env
if (!contentUrl || !secret || !siteUrl)
  throw new Error('Set MASTHEAD_CONTENT_URL, MASTHEAD_WEBHOOK_SECRET and SITE_URL')

createWebsite({ contentUrl, siteUrl, secret, ...(key ? { indexNow: { key } } : {}) }).listen(Number(PORT), () =>
  console.log(`http://127.0.0.1:${PORT}`),
)
