// Makes src/web/fonts/*.woff2 from the packages of the fonts: the characters that src/web/fonts/text.css names, and the weights and
// features that the application uses (web.md#small-fonts-first). The program that does it is fetched into node_modules/.cache at the
// first use.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { madeFromFile, textFonts } from '#test/text-fonts.ts'

type Subset = (font: Buffer, characters: string, options: object) => Promise<Buffer>

/** From plain to bold. */
const weights = { min: 400, max: 700 }
/** What browsers apply to any text, and the figures that the stylesheet asks for. */
const features = 'calt ccmp clig kern liga lnum locl mark mkmk rclt rlig rvrn tnum'.split(' ')

const subset = openSubset()
const fonts = await textFonts()
for (const { file, source, characters } of fonts) {
  const options = { targetFormat: 'woff2', keepFeatures: features, variationAxes: { wght: weights } }
  writeFileSync(file, await subset(source, characters, options))
}
const madeFrom = Object.fromEntries(fonts.map((font) => [font.name, font.madeFrom]))
writeFileSync(madeFromFile, `${JSON.stringify(madeFrom, null, 2)}\n`)

function openSubset(): Subset {
  const place = join(import.meta.dirname, '../node_modules/.cache/subset-font')
  if (!existsSync(join(place, 'node_modules/subset-font'))) {
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true }))
    const what = ['install', 'subset-font@2.9.0', '--no-audit', '--no-fund', '--ignore-scripts']
    execFileSync('npm', what, { cwd: place, stdio: 'inherit' })
  }
  return createRequire(join(place, 'package.json'))('subset-font') as Subset
}
