import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** A Chromium, and the environment that it needs where the server's own will not do. */
export type Executable = { path: string; env?: Record<string, string> }

/**
 * Unpacks the browser of `@sparticuz/chromium` (250 MB) below `keepIn`, unless that was done, and returns it with the environment in
 * which it finds its libraries and fonts. The package unpacks into the temporary folder of its process, hence one of its own.
 */
export async function unpackChromium(packaged: string, keepIn: string): Promise<Executable> {
  const version = await readFile(join(packaged, '../../../package.json'), 'utf8')
  const place = join(keepIn, `chromium-${createHash('sha256').update(version).digest('hex').slice(0, 12)}`)
  if (!existsSync(join(place, 'chromium'))) {
    await mkdir(keepIn, { recursive: true })
    const fresh = await mkdtemp(join(keepIn, 'unpacking-'))
    await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', unpack, pathToFileURL(packaged).href],
      {
        // The second is a switch of the package: its own libraries are unpacked, too.
        env: { TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
      },
    )
    await put(fresh, place)
  }
  const fonts = join(place, 'fonts.conf')
  // Its own names fixed folders: without this one all text has size zero.
  const names = `<dir>${place}/fonts</dir><cachedir>${place}/fc</cachedir>`
  await writeFile(fonts, `<?xml version="1.0"?><fontconfig>${names}</fontconfig>`)
  return {
    path: join(place, 'chromium'),
    env: { LD_LIBRARY_PATH: join(place, 'al2023/lib'), FONTCONFIG_FILE: fonts, FONTCONFIG_PATH: place },
  }
}

const unpack = `const { default: found } = await import(process.argv[1])
await (found.default ?? found).executablePath()`

// Another process may have been faster.
async function put(fresh: string, place: string): Promise<void> {
  await rename(fresh, place).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true })
    if (!existsSync(place)) throw error
  })
}
