import sharp from 'sharp'
import { expect, test } from 'vitest'
import { animation, bomb, colour, photo } from '../../test/support/pictures.ts'
import { createDecoder } from './decoder.ts'

/** A busy machine may take longer to start a process than the game waits. */
const PATIENT = { processMs: 120_000 }
const decoder = createDecoder(PATIENT)

test.each([
  ['a JPEG with where it was taken', photo],
  ['a PNG', () => colour('#3c3').png().toBuffer()],
  ['a WebP', () => colour('#3c3').webp().toBuffer()],
  ['the first picture of a GIF that moves', animation],
])('%s becomes 256 × 256 WebP without metadata (R133, T63)', async (_, make) => {
  const given = await make()
  const drawn = await decoder.decode(given)
  const { format, width, height, exif, icc, xmp, iptc, pages } = await sharp(drawn!).metadata()
  expect([format, width, height]).toEqual(['webp', 256, 256])
  expect([exif, icc, xmp, iptc, pages]).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(drawn!.includes('Secretphone')).toBe(false)
})

test('a picture is cut to a square from its middle, and stands as it was taken', async () => {
  // Taken with the camera on its side: what is stored at the top is on the right.
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
  ['a PNG that says 50,000 × 50,000', async () => bomb()],
])('%s is no picture (T63, T64)', async (_, make) => {
  expect(await decoder.decode(await make())).toBeNull()
})

/** A process that does as a line says, whatever it is sent. */
const script = (line: string): URL => new URL(`./${line}.ts`, new URL('../../test/support/decoders/', import.meta.url))

test('what hangs is ended, and the next picture is drawn (T64)', async () => {
  const hanging = createDecoder({ script: script('hangs'), processMs: 300 })
  await expect(hanging.decode(Buffer.from('x'))).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 })
  await expect(hanging.decode(Buffer.from('x'))).rejects.toMatchObject({ status: 503 })
})

test('what crashes the process is no picture (T64)', async () => {
  expect(await createDecoder({ ...PATIENT, script: script('crashes') }).decode(Buffer.from('x'))).toBeNull()
})

test('pictures are drawn one at a time, and whose turn is long in coming is put off (T64)', async () => {
  const slow = createDecoder({ script: script('hangs'), processMs: 400, turnMs: 200 })
  const [first, second] = await Promise.allSettled([slow.decode(Buffer.from('x')), slow.decode(Buffer.from('x'))])
  expect([first.status, second.status]).toEqual(['rejected', 'rejected'])
  const begun = performance.now()
  await expect(slow.decode(Buffer.from('x'))).rejects.toMatchObject({ status: 503 })
  // The second never had a process: nothing was waited for before this one.
  expect(performance.now() - begun).toBeLessThan(800)
})
