import { type Browser, noBrowser } from '#kernel/browser.ts'
import { type Files, filesBelow, noFiles } from '#kernel/files.ts'
import type { SafeFetch } from '#kernel/http.ts'
import { type DecodeImage, noImages } from '#kernel/images.ts'
import { type Render, withOwnMedia } from '#kernel/render.ts'

/** What the installation offers outside its database. */
export type OutsideParts = {
  render: Render
  /** The way to the outside; none: nothing is reached. */
  fetch?: SafeFetch
  /** Those of all organizations. None: nothing is kept. */
  files?: Files
  images?: DecodeImage
  browser?: Browser
  baseUrl: () => string
}

/** The part of it that an operation in `prepare`, and a job between its transactions, can use. */
export function outside(parts: OutsideParts, organizationId: string) {
  const { fetch = unreachable, files = noFiles, images = noImages, browser = noBrowser } = parts
  return {
    render: withOwnMedia(parts.render, parts.baseUrl()),
    fetch,
    files: filesBelow(files, organizationId),
    images,
    browser,
  }
}

export const unreachable = (): never => {
  throw new Error('this runner was given no way to the outside')
}
