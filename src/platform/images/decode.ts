import type sharp from 'sharp'
import type { Sharp, SharpOptions } from 'sharp'

import { Refusal } from '#kernel/errors.ts'
import type { DecodedImage, ImageType, Rendition } from '#kernel/images.ts'

import { aspectRatioOf } from './aspect-ratio.ts'
import { paletteOf } from './palette.ts'

type SharpModule = typeof sharp

/** 40 megapixels (media.md#images-are-re-encoded). */
const maxPixels = 40_000_000
const widths = [320, 640, 1200, 1920]
/** No format of ours needs to be higher than this; webp ends at 16,383. */
const maxHeight = 8192
const maxSeconds = 20
// More effort saves a tenth of the size but takes many times as long, while somebody waits (media.md#avif-effort).
const quality = { webp: { quality: 80, effort: 4 }, avif: { quality: 50, effort: 1 } } as const

/** What the decoder calls each type. */
const formats: Record<ImageType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/avif': 'heif',
  'image/gif': 'gif',
}

/** Pixels that came through the decoder: from here on nothing is parsed. */
type Raster = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/**
 * Decodes once, upright and in sRGB, to the largest size that is kept, and makes every rendition from those pixels. For an
 * animation the first frame is taken. Metadata, and what follows the end of the image, is never copied.
 */
export async function decode(
  sharp: SharpModule,
  bytes: Uint8Array,
  { type, signal }: { type: ImageType; signal: AbortSignal | undefined },
): Promise<DecodedImage> {
  const raster = await rasterOf(sharp, bytes, type)
  const renditions: Rendition[] = []
  for (const width of sizesOf(raster.width))
    for (const format of ['avif', 'webp'] as const) {
      // The library cannot be interrupted within a step.
      if (signal?.aborted === true) throw callerWentAway()
      renditions.push(await render(sharp, raster, { width, format }))
    }
  return {
    type,
    aspectRatio: aspectRatioOf(raster.width, raster.height),
    palette: paletteOf(await thumbnail(sharp, raster)),
    renditions,
  }
}

async function rasterOf(sharp: SharpModule, bytes: Uint8Array, type: ImageType): Promise<Raster> {
  const options: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, pages: 1 }
  try {
    const image = sharp(bytes, options)
    const { format, width = 0, height = 0 } = await image.metadata()
    if (format !== formats[type]) throw new Refusal('unsupported_media', 'The image is of two types at once.')
    if (width * height > maxPixels) throw tooManyPixels()
    const { data, info } = await image
      .autoOrient()
      .resize({ width: 1920, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: maxSeconds })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height, channels: info.channels as Raster['channels'] }
  } catch (error) {
    throw toRefusal(error)
  }
}

/** Never enlarged: a small image has its own width as its largest. */
function sizesOf(width: number): number[] {
  const smaller = widths.filter((one) => one < width)
  return [...smaller, width]
}

async function render(
  sharp: SharpModule,
  raster: Raster,
  { width, format }: { width: number; format: Rendition['format'] },
): Promise<Rendition> {
  const resized = pixels(sharp, raster).resize({ width, withoutEnlargement: true })
  const encoded = format === 'webp' ? resized.webp(quality.webp) : resized.avif(quality.avif)
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { format, width: info.width, height: info.height, bytes: data }
}

async function thumbnail(sharp: SharpModule, raster: Raster): Promise<Buffer> {
  return pixels(sharp, raster).resize(64, 64, { fit: 'fill' }).ensureAlpha().toColourspace('srgb').raw().toBuffer()
}

function pixels(sharp: SharpModule, { data, width, height, channels }: Raster): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: maxPixels })
}

export function callerWentAway(): Refusal {
  return new Refusal('cancelled', 'The caller went away before its image was read.')
}

function toRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const message = error instanceof Error ? error.message : ''
  if (/pixel limit|too (?:large|big)|exceeds/i.test(message)) return tooManyPixels(error)
  if (/timeout/i.test(message))
    return new Refusal('media_too_large', 'The image takes too long to decode. Make it smaller.', undefined, {
      cause: error,
    })
  return new Refusal('unsupported_media', 'The image cannot be decoded: it is damaged or cut off.', undefined, {
    cause: error,
  })
}

function tooManyPixels(cause?: unknown): Refusal {
  const message = 'The image has more than 40 megapixels. Make it smaller.'
  return new Refusal('media_too_large', message, { limit: maxPixels, unit: 'pixels' }, { cause })
}
