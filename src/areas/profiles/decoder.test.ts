import sharp from 'sharp'
import { expect, test } from 'vitest'
import { animation, bomb, colour, photo } from '../../../test/support/pictures.ts'
import { ChildFault, createChildPool } from '../../kernel/child-pool.ts'
import { createDecoder } from './decoder.ts'

const script = new URL('./decode.ts', import.meta.url)
// On a busy machine, decoding may exceed the production timeout.
const decoder = createDecoder(createChildPool(script, 'decode', { isFresh: true, taskMs: 120_000 }))

test.each([
  ['a JPEG with a location', photo],
  ['a PNG', () => colour('#3c3').png().toBuffer()],
  ['a WebP', () => colour('#3c3').webp().toBuffer()],
  ['the first frame of an animated GIF', animation],
])('%s becomes 256 × 256 WebP without metadata (R133, T63)', async (_, make) => {
  const drawn = await decoder.decode(await make())
  const { format, width, height, exif, icc, xmp, iptc, pages } = await sharp(drawn!).metadata()
  expect([format, width, height]).toEqual(['webp', 256, 256])
  expect([exif, icc, xmp, iptc, pages]).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(drawn!.includes('Secretphone')).toBe(false)
})

test('a picture is cropped to a centred square and rotated by its EXIF orientation', async () => {
  // Orientation 6: the stored top edge is the right edge of the picture.
  const upper = await colour('#00f', 300, 150).png().toBuffer()
  const stored = await colour('#f00', 300, 300)
    .composite([{ input: upper, left: 0, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const drawn = await decoder.decode(stored)
  const { data, info } = await sharp(drawn!).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const blueAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 2]! > 150
  expect([blueAt(20, 128), blueAt(236, 128)]).toEqual([false, true])
})

test.each([
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a TIFF', () => colour('#3c3').tiff().toBuffer()],
  ['an AVIF', () => colour('#3c3', 64, 64).avif().toBuffer()],
  ['a PDF', async () => Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n')],
  ['HTML', async () => Buffer.from('<html><script>alert(1)</script></html>')],
  ['half a JPEG', async () => (await photo()).subarray(0, 900)],
  ['a PNG with a declared size of 50,000 × 50,000', async () => bomb()],
])('%s is rejected (T63, T64)', async (_, make) => {
  expect(await decoder.decode(await make())).toBeNull()
})

/** A decoder with a stubbed process. */
const decoderOf = (run: () => Promise<Uint8Array | null>) => createDecoder({ run })
const fails = (reason: ChildFault['reason']) => decoderOf(() => Promise.reject(new ChildFault(reason, script)))

test.each(['queue', 'start', 'timeout'] as const)(
  'a picture that is not decoded in time (%s) returns 503 (T64)',
  async (reason) => {
    await expect(fails(reason).decode(Buffer.from('x'))).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 })
  },
)

test('bytes that crash the process, or cause an oversized result, are rejected (T64)', async () => {
  expect(await fails('crash').decode(Buffer.from('x'))).toBeNull()
  expect(await decoderOf(async () => new Uint8Array(1024 * 1024 + 1)).decode(Buffer.from('x'))).toBeNull()
})
