import { createWebsite } from './server.js'

const {
  MASTHEAD_CONTENT_URL: contentUrl,
  MASTHEAD_WEBHOOK_SECRET: secret,
  INDEXNOW_KEY: key,
  PORT = '4000',
} = process.env
if (!contentUrl || !secret) throw new Error('Set MASTHEAD_CONTENT_URL and MASTHEAD_WEBHOOK_SECRET')

createWebsite({ contentUrl, secret, ...(key ? { indexNow: { key } } : {}) }).listen(Number(PORT), () =>
  console.log(`http://127.0.0.1:${PORT}`),
)
