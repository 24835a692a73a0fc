import type { Page } from '@playwright/test'

/** The paths of all screens that a link of the sidebar or of Settings leads to. The page is left on one of them. */
export async function linkedPaths(page: Page, home: string): Promise<string[]> {
  await page.goto(`${home}/settings/organization`)
  const paths = new Set<string>()
  for (const name of ['Main', 'Settings']) {
    const links = page.getByRole('navigation', { name, exact: true }).getByRole('link')
    await links.first().waitFor()
    const linked = await links.evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).pathname))
    for (const path of linked) paths.add(path)
  }
  return [...paths]
}
