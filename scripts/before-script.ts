import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { build, defaultClientConditions, type Plugin } from 'vite'

/** The module in the page while it is developed. */
const module = '<script type="module" src="/before/before.ts"></script>'
/** Its place while Vite looks for what it bundles. */
const place = '<!-- before -->'

/**
 * Builds `src/web/before`, which runs before the first paint, as one classic script: a module would wait for the page, and for what
 * it shares with the application (web.md#asked-before-it-is-there).
 */
export function beforeScript(root: string): Plugin[] {
  let address = ''
  return [
    {
      name: 'before-script',
      apply: 'build',
      async buildStart() {
        const source = await builtFrom(root)
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
        address = `/assets/before-${hash}.js`
        this.emitFile({ type: 'asset', fileName: address.slice(1), source })
      },
      transformIndexHtml: { order: 'pre', handler: (html) => replaced(html, module, place) },
    },
    {
      name: 'before-script-in-its-place',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html) => replaced(html, place, `<script src="${address}"></script>`),
      },
    },
  ]
}

function replaced(html: string, part: string, by: string): string {
  if (!html.includes(part)) throw new Error(`index.html does not have ${part}`)
  return html.replace(part, by)
}

async function builtFrom(root: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    resolve: { conditions: ['source', ...defaultClientConditions] },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(root, 'before/before.ts'), formats: ['iife'], name: 'before' },
    },
  })
  const [first] = [built].flat()
  if (first === undefined || !('output' in first)) throw new Error('The script before the application was not built')
  return first.output[0].code
}
