import { askerNow } from '#kernel/asked.ts'
import { type Browser, noBrowser } from '#kernel/browser.ts'
import { type Connectors, noConnectors } from '#kernel/connector.ts'
import { type Files, filesBelow, noFiles } from '#kernel/files.ts'
import type { CheckUrl, SafeFetch } from '#kernel/http.ts'
import { imagesFor, noImages, type SharedImages } from '#kernel/images.ts'
import { type Models, noModels } from '#kernel/model.ts'
import { renderFor, type SharedRender } from '#kernel/render.ts'
import { noSealing, type Sealing } from '#kernel/sealing.ts'

/** What the installation offers outside its database. */
export type OutsideParts = {
  render: SharedRender
  /** The way to the outside; none: nothing is reached. */
  fetch?: SafeFetch
  /** None: no address is allowed. */
  checkUrl?: CheckUrl
  /** Those of all organizations. None: nothing is kept. */
  files?: Files
  images?: SharedImages
  browser?: Browser
  connectors?: Connectors
  models?: Models
  /** None: nothing can be sealed. */
  sealing?: Sealing
  baseUrl: () => string
}

/**
 * The part of it that an operation in `prepare`, and a job between its transactions, can use: what all share, in turns of the
 * organization, until the caller goes away (turns.md#nobody-starves).
 */
export function outside(parts: OutsideParts, organizationId: string, signal?: AbortSignal) {
  const {
    fetch = unreachable,
    checkUrl = unreachable as CheckUrl,
    files = noFiles,
    images = noImages,
    browser = noBrowser,
  } = parts
  const { connectors = noConnectors, models = noModels, sealing = noSealing } = parts
  // In the rank of what asks then: the same job may begin with something urgent.
  const asker = () => askerNow(organizationId, signal)
  return {
    render: renderFor(parts.render, { asker, baseUrl: parts.baseUrl() }),
    fetch,
    checkUrl,
    files: filesBelow(files, organizationId),
    images: imagesFor(images, asker),
    browser,
    connectors,
    models,
    sealing,
  }
}

const unreachable = (): never => {
  throw new Error('this runner was given no way to the outside')
}
