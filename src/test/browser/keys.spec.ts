import { expect, test } from './fixtures.ts'
import { excessWidth, expectSound, keepPicture } from './page-checks.ts'

// One story in one fresh organization: no part of it can run twice.
test.use({ organizationName: 'Locked Media' })

test('a person warns, rotates, switches and revokes keys on one page', async ({
  page,
  request,
  installation,
}, info) => {
  test.setTimeout(180_000)
  const { origin } = installation
  const secrets = new Map<string, string>()
  for (const [name, expiresInDays] of [
    ['Agent', 90],
    ['Old agent', 5],
    ['Spare', 90],
  ] as const) {
    const answer = await page.request.post(`${origin}/app/operations/createApiKey`, {
      data: { input: { name, scopes: ['content:read'], expiresInDays } },
    })
    secrets.set(name, (await answer.json()).result.secret)
  }
  const statusWith = async (secret = '') =>
    (await request.get(`${origin}/v2/tools`, { headers: { 'X-API-Key': secret } })).status()
  await page.goto(`${origin}/o/locked-media/settings/api`)

  await test.step('a key that expires soon is on top', async () => {
    await expect(page.getByText('A key expires soon.')).toBeVisible()
    await expectSound(page)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await excessWidth(page)).toBe(0)
      await keepPicture(page, info.outputPath(`keys-${width}.png`), { fullPage: true })
    }
    await page.setViewportSize({ width: 1440, height: 844 })
  })

  await test.step('rotating it shows the new secret once, and both keys work for a day', async () => {
    await page.getByRole('link', { name: 'Old agent' }).click()
    await page.getByRole('dialog', { name: 'Old agent' }).getByRole('button', { name: 'Rotate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rotate “Old agent”?' })
    await expect(dialog.getByLabel('The old key ends')).toBeFocused()
    await expectSound(page)
    await dialog.getByLabel('The new key expires').selectOption('90')
    await dialog.getByRole('button', { name: 'Rotate key' }).click()
    const secret = (await page.getByTestId('secret').textContent()) ?? ''
    expect(secret).toMatch(/^mh_sk_[0-9A-Za-z]{36}$/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('A key expires soon.')).toBeHidden()
    expect(await page.content()).not.toContain(secret)
    expect([await statusWith(secret), await statusWith(secrets.get('Old agent'))]).toEqual([200, 200])
  })

  await test.step('a key that is switched off is refused until it is on again', async () => {
    await page.getByRole('link', { name: 'Spare' }).click()
    const panel = page.getByRole('dialog', { name: 'Spare', exact: true })
    await panel.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('button', { name: 'Disable key' }).click()
    await expect(panel.getByRole('button', { name: 'Enable' })).toBeVisible()
    expect(await statusWith(secrets.get('Spare'))).toBe(401)
    await panel.getByRole('button', { name: 'Enable' }).click()
    await page.getByRole('button', { name: 'Enable key' }).click()
    await expect(panel.getByRole('button', { name: 'Disable' })).toBeVisible()
    expect(await statusWith(secrets.get('Spare'))).toBe(200)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  await test.step('the list is narrowed in the address', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const filter = page.getByRole('group', { name: 'Filter' })
    await filter.getByLabel('Access').selectOption('org:write')
    await expect(page).toHaveURL(/scope=org(:|%3A)write/)
    await expect(page.getByText('No such agents')).toBeVisible()
    await page.getByRole('button', { name: /^Clear Access: / }).click()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await filter.getByLabel('Person').selectOption({ index: 1 })
    await expect(page).toHaveURL(/person=usr_/)
    await expect(page.getByRole('link', { name: 'Spare' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: /^Clear Person: (?!…|Another)/ })).toBeVisible()
  })

  await test.step('several keys are revoked at once', async () => {
    await page.getByLabel('Mark Agent').check()
    await page.getByLabel('Mark Spare').check()
    await expect(page.getByText('2 keys are marked.')).toBeVisible()
    await page.getByRole('button', { name: 'Revoke…', exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Revoke 2 keys?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Revoke 2 keys' }).click()
    await expect(dialog).toBeHidden()
    expect([await statusWith(secrets.get('Agent')), await statusWith(secrets.get('Spare'))]).toEqual([401, 401])
  })

  await test.step('an owner limits how long new keys live', async () => {
    await page.getByRole('button', { name: 'Change the limit' }).click()
    await page.getByLabel('Days at most').fill('30')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('New keys live 30 days at most.')).toBeVisible()
    await page.getByRole('button', { name: 'New key…' }).click()
    await expect(page.getByLabel('Expires')).toContainText('In 30 days')
    await expect(page.getByLabel('Expires')).not.toContainText('In 90 days')
  })

  await test.step('what a key may do is said in words alone', async () => {
    const dialog = page.getByRole('dialog', { name: 'Create an API key' })
    const publish = dialog.getByRole('checkbox', { name: 'Publish and schedule', exact: true })
    await expect(publish).toHaveAccessibleDescription(/Shows on your website at once/)
    await dialog
      .getByText(/^\d+ kinds of calls$/)
      .first()
      .click()
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Get the organization' })).toBeVisible()
    // Neither a scope nor the name of an operation, folded or not.
    const texts = await dialog.locator('label, li, p, summary, legend').allTextContents()
    expect(texts.length).toBeGreaterThan(100)
    for (const text of texts) expect(text).not.toMatch(/\b\w+:(read|write|publish|delete|run)\b|^[a-z]+[A-Z]\w*$/)
    await expectSound(page)
    await keepPicture(page, info.outputPath('create.png'))
  })
})
