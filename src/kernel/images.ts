import type { Asker } from './turns.ts'

/** The image types that are accepted, by their content (media.md#images-are-re-encoded). */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const
export type ImageType = (typeof imageTypes)[number]

/** One rendition of an image, encoded again: no metadata, nothing after its end. */
export type Rendition = { format: 'webp' | 'avif'; width: number; height: number; bytes: Buffer }

export type Palette = { dominant: string; vibrant: string; muted: string }

/** An image that was decoded: `renditions` from small to large, the last webp is the main one. Colours are `#rrggbb`. */
export type DecodedImage = {
  /** What its bytes are, whatever its name says. */
  type: ImageType
  /** Such as 16:9. */
  aspectRatio: string
  palette: Palette
  renditions: readonly Rendition[]
}

/**
 * Decodes an image from bytes that nobody vouches for and encodes it again. Errors: 422 `unsupported_media` for what is not
 * such an image or cannot be decoded, 422 `media_too_large` for too many pixels.
 */
export type DecodeImage = (bytes: Uint8Array) => Promise<DecodedImage>

/**
 * One decoder for all organizations, in turns. Refuses besides with 503 `unavailable` the image of an organization of which too
 * many wait already, or that had no turn in time.
 */
export type SharedImages = (bytes: Uint8Array, asker?: Asker) => Promise<DecodedImage>

/** Decodes in the turns of one who asks. */
export function imagesFor(images: SharedImages, asker: () => Asker): DecodeImage {
  return (bytes) => images(bytes, asker())
}

/** Where no images are read. */
export const noImages: SharedImages = () => Promise.reject(new Error('nothing that reads images was given here'))
