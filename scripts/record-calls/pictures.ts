import sharp from 'sharp'

/** A picture of colours that flow into each other: the same for the same size. */
export function pictureOf(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3, 0).map((_, at) => (at * 7 + Math.floor(at / (width * 3)) * 5) % 256)
  return sharp(Buffer.from(pixels), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}
