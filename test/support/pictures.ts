import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture of one colour. */
export const colour = (background: string, width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background } })

/** A photo with GPS coordinates in its EXIF data. */
export const photo = (): Promise<Buffer> =>
  colour('#c33')
    .withExif({ IFD0: { Make: 'Secretphone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()

/** A GIF of three pictures. */
export const animation = async (): Promise<Buffer> => {
  const frames = await Promise.all(['#c33', '#3c3', '#33c'].map((each) => colour(each, 60, 60).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
}

/** A PNG of a few bytes that claims 50,000 × 50,000 pixels. */
export function bomb(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(50_000, 0)
  header.writeUInt32BE(50_000, 4)
  // One bit a pixel, shades of grey.
  header.set([1, 0, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A form with one file. */
export function form(file: Buffer | string, { field = 'avatar', name = 'me.png', type = 'image/png' } = {}): FormData {
  const body = new FormData()
  body.set(field, new Blob([new Uint8Array(Buffer.from(file))], { type }), name)
  return body
}
