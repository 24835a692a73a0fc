import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one bit per pixel, all black: few bytes for any size. */
export function pngOf(width: number, height: number): Buffer {
  return assembled(width, height, deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height)))
}

/** A PNG that only says how large it is: its data is a thousandth of that. */
export function bombPng(width: number, height: number): Buffer {
  return assembled(width, height, deflateSync(Buffer.alloc(100_000)))
}

function assembled(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
