import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { type Executable, unpackChromium } from './unpack-chromium.ts'

/** What the operator installed beside the product for its browser. */
export type InstalledParts = {
  /** The browser; undefined where there is none. */
  executable(): Promise<Executable | undefined>
  /** Whether there is one, without unpacking it. */
  hasExecutable(): boolean
  /** The addresses of modules to import. */
  puppeteer(): string | undefined
  lighthouse(): string | undefined
}

type Options = {
  /** `CHROME_PATH`. */
  chromePath: string | null
  /** Where the packaged browser is unpacked; it stays there. */
  keepIn: string
  /** Folders next to whose packages they may be: those of the product and of the command by default. */
  folders?: readonly string[]
}

/** Looks each time it is asked: what is installed while the server runs is found without a restart. */
export function installedParts({ chromePath, keepIn, folders = usualFolders() }: Options): InstalledParts {
  const find = (name: string) => firstOf(folders, name)
  const lighthouse = () => find('lighthouse')
  return {
    lighthouse: () => addressOf(lighthouse()),
    // It comes with Lighthouse, which npm may have put it below.
    puppeteer: () =>
      addressOf(find('puppeteer-core') ?? firstOf([lighthouse() ?? import.meta.filename], 'puppeteer-core')),
    hasExecutable: () => (chromePath === null ? find('@sparticuz/chromium') !== undefined : existsSync(chromePath)),
    async executable() {
      if (chromePath !== null) return { path: chromePath }
      const packaged = find('@sparticuz/chromium')
      return packaged === undefined ? undefined : unpackChromium(packaged, keepIn)
    },
  }
}

const usualFolders = () => [import.meta.dirname, process.cwd()]

function firstOf(folders: readonly string[], name: string): string | undefined {
  for (const folder of folders) {
    try {
      return createRequire(join(folder, 'any.js')).resolve(name)
    } catch {
      // Not there: the next one may have it.
    }
  }
  return undefined
}

const addressOf = (file: string | undefined) => (file === undefined ? undefined : pathToFileURL(file).href)
