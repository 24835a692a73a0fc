import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test } from './fixtures.ts'
import { expectSound, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

// What these tests create would disturb others.
test.use({ organizationName: 'Import Press' })

const post = (n: number, title: string, slug: string, status = 'publish') => `<item>
  <title>${title}</title><link>https://old.example/2019/05/${slug}/</link>
  <content:encoded><![CDATA[<p>What was written long ago, number ${n}.</p>]]></content:encoded>
  <wp:post_id>${n}</wp:post_id><wp:post_date_gmt>2019-05-0${n} 10:00:00</wp:post_date_gmt>
  <wp:post_name>${slug}</wp:post_name><wp:status>${status}</wp:status><wp:post_type>post</wp:post_type>
</item>`
const wordPressFile = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old press</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
${post(1, 'How tides work', 'how-tides-work')}
${post(2, 'Harbours of the north', 'harbours-of-the-north')}
${post(3, 'Unfinished', 'unfinished', 'draft')}
<item><title>About the sea</title><wp:post_id>9</wp:post_id><wp:post_type>nav_menu_item</wp:post_type></item>
</channel></rss>`

test('a WordPress file is looked at, imported as drafts, and exported again', async ({
  page,
  request,
  installation,
}, info) => {
  const person = personOf(request, installation)
  await page.goto('/o/import-press/content')
  await page.getByRole('link', { name: 'Import…' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeFocused()
  await settled(page)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await page.getByRole('radio', { name: 'WordPress export file' }).press('Space')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter')
  await (await chooser).setFiles({ name: 'old.xml', mimeType: 'text/xml', buffer: Buffer.from(wordPressFile) })
  await expect(page.getByText('old.xml')).toBeVisible()
  await page.getByRole('button', { name: 'Look first' }).press('Enter')

  const found = page.getByRole('region', { name: 'What it would do' })
  await expect(found).toContainText('3 new drafts')
  await expect(page.getByRole('button', { name: 'Look first' })).toBeFocused()
  // What was looked at is still there, and can be imported, after a reload.
  await page.reload()
  await expect(found).toContainText('3 new drafts')
  await found.locator('summary').filter({ hasText: 'Left out' }).click()
  await expectSound(page, { picture: (name) => info.outputPath(`look-${name}`) })
  expect((await person('listManagerItems', {})).total).toBe(0)

  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  const made = page.getByRole('region', { name: 'What was imported' })
  await expect(made).toContainText('3 new drafts')
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeFocused()
  await page.reload()
  await expect(made).toContainText('3 new drafts')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectSound(page, { picture: (name) => info.outputPath(`phone-${name}`) })
  await page.setViewportSize({ width: 1440, height: 844 })
  await made.getByRole('link', { name: 'See the drafts' }).press('Enter')
  await expect(page.getByRole('row', { name: 'Harbours of the north' })).toContainText('Draft')

  await page.getByRole('button', { name: 'Export…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export content' })
  await expect(dialog.getByRole('status', { name: 'What the file will contain' })).toContainText('3 articles')
  await expectSound(page, { picture: (name) => info.outputPath(`export-${name}`) })
  await dialog.getByRole('radio', { name: 'CSV' }).press('Space')
  await dialog.getByRole('button', { name: 'Export' }).press('Enter')
  await expect(dialog).toContainText('3 articles')
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^import-press-.*\.csv$/)
})

test('a collection of the address that is not in use is not imported into', async ({ page, request, installation }) => {
  const person = personOf(request, installation)
  const { items } = await person('listCollections', { includeDisabled: true })
  const idOf = (wanted: string) => items.find(({ slug }: { slug: string }) => slug === wanted).id
  await page.goto(`/o/import-press/content/import?into=${idOf('glossary')}`)
  await page.getByRole('radio', { name: 'RSS' }).check()
  await page.getByRole('textbox', { name: 'Address' }).fill('https://nowhere.invalid/feed.xml')
  await expect(page.getByRole('combobox', { name: 'Into the collection' })).toHaveValue(idOf('articles'))
  const sent = page.waitForRequest('**/importItems')
  await page.getByRole('button', { name: 'Look first' }).click()

  expect((await sent).postDataJSON().input.collectionId).toBe(idOf('articles'))
})

test('a job under way is beside the search, in another tab and after a reload', async ({
  page,
  request,
  context,
  installation,
}) => {
  const person = personOf(request, installation)
  // Its source does not answer: the job runs until the end of the test.
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  try {
    const input = { source: 'rss', urlOrMediaId: `http://127.0.0.1:${port}/feed`, collectionId: 'articles' }
    await person('importItems', input, { confirm: true })
    await page.goto('/o/import-press')
    const jobs = page.getByRole('status', { name: 'Jobs' })
    await expect(jobs).toContainText('A job runs 0 %')
    // However many have been started since.
    for (let later = 0; later < 10; later++) await person('exportItems', { format: 'jsonl' })
    await page.reload()
    await expect(jobs).toContainText('A job runs 0 %')
    const other = await context.newPage()
    await other.goto('/o/import-press/content/import')
    await expect(other.getByText('An import is under way')).toBeVisible()
  } finally {
    silent.closeAllConnections()
    silent.close()
  }
})

test('pictures that could not be fetched are named on the screen and in the job, and tried again', async ({
  page,
  installation,
}) => {
  const tried: string[] = []
  const source = createServer((asked, answer) => {
    tried.push(asked.url ?? '')
    if (asked.url !== '/feed') return void answer.writeHead(404).end()
    const { host } = asked.headers
    answer.setHeader('content-type', 'application/rss+xml')
    answer.end(
      `<rss version="2.0"><channel><title>Old</title><item><title>Where ships lie</title><guid>g1</guid><link>http://${host}/ships</link>
       <description><![CDATA[<p>Ships lie here. <img src="http://${host}/ships.png" alt="Ships"></p>]]></description></item></channel></rss>`,
    )
  }).listen(0, '127.0.0.1')
  await once(source, 'listening')
  const address = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
  try {
    await page.goto(`/o/${installation.organization.slug}/content/import`)
    await page.getByRole('radio', { name: 'RSS or Atom feed' }).press('Space')
    await page.getByLabel('Address').fill(`${address}/feed`)
    // The collections are known by then.
    await expect(page.getByRole('button', { name: 'Look first' })).toBeEnabled()
    await page.getByRole('button', { name: 'Look first' }).press('Enter')
    await expect(page.getByRole('region', { name: 'What it would do' })).toContainText('1 new draft')
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
    const made = page.getByRole('region', { name: 'What was imported' })
    await expect(made.getByText(`${address}/ships.png`, { exact: true })).toBeVisible()
    await expect(made.getByRole('link', { name: 'Where ships lie' })).toHaveAttribute('href', /\/content\/itm_/)
    await expectSound(page)

    const job = new URL(page.url()).searchParams.get('job') ?? ''
    await page.goto(`/o/${installation.organization.slug}/settings/jobs?job=${job}`)
    const sheet = page.getByRole('dialog', { name: 'Import articles' })
    await expect(sheet.getByText(`${address}/ships.png`, { exact: true })).toBeVisible()
    await expectSound(page)
    const before = tried.filter((path) => path === '/ships.png').length
    await sheet.getByRole('button', { name: 'Retry the failed parts' }).press('Enter')
    await expect(page).not.toHaveURL(new RegExp(job))
    await expect(sheet).toContainText('1 article')
    expect(tried.filter((path) => path === '/ships.png').length).toBeGreaterThan(before)
  } finally {
    source.close()
  }
})
