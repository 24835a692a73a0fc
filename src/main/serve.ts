import type { Log } from '#kernel/log.ts'
import { serveControl } from '#platform/database/control.ts'
import { baseUrlOf, type Config } from '#platform/config/config.ts'

import { createHttpServer } from './http-server.ts'
import type { Installation } from './installation.ts'
import { openProduct } from './product.ts'
import { controlHandler } from './control-commands.ts'

export type Serving = {
  url: string
  installation: Installation
  close(how: { delaySeconds: number }): Promise<void>
}

/**
 * Opens the product and listens. `say` gets the lines for the person who started it: the address, and the one-time set-up
 * link of an installation without organization (D-21).
 */
export async function serve({
  config,
  log,
  say,
  onFatal,
}: {
  config: Config
  log: Log
  say: (line: string) => void
  onFatal: (error: Error) => void
}): Promise<Serving> {
  let url = ''
  const product = await openProduct({ config, log, baseUrl: () => url, closing: () => server.isClosing(), onFatal })
  const { maxConnections, trustedProxies, host, port } = config.server
  const server = createHttpServer({ dispatch: product.dispatch, log, limits: { maxConnections, trustedProxies } })
  const { lock } = product.installation.database.backend
  const control =
    lock === null
      ? undefined
      : await serveControl(
          lock.control,
          controlHandler({ installation: product.installation, baseUrl: () => url, log }),
        )
  try {
    const listening = await server.listen({ host, port })
    url = baseUrlOf(config.server, listening.port)
  } catch (error) {
    await control?.close()
    await product.close()
    throw error
  }

  say(`Masthead is listening on ${url}`)
  if (!product.hasBundle) say('The web application is not built: run npm run build')
  const link = await product.setUpLink()
  if (link !== undefined) say(`Set up this installation here, once: ${link}`)

  return {
    url,
    installation: product.installation,
    async close(how) {
      await server.close(how)
      await control?.close()
      await product.close()
    },
  }
}
