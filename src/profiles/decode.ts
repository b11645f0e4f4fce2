import sharp from 'sharp'
import { DECODED } from './decoding.ts'

// A process of its own, one a picture: the bytes come in, 256 × 256 WebP goes out. Nothing of the server is in it, neither keys nor
// connections, and it is ended from outside where it takes too long. What it answers with is its exit code.

/** libvips guesses formats by the first bytes: only these are read, whatever the bytes say (docs/threats.md T63). */
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadWebpBuffer',
]
/** 5,000 × 5,000: the header says how many there are, before any is decoded (docs/threats.md T64). */
const MOST_PIXELS = 25_000_000
const SECONDS = 3
const SIDE = 256

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk)

try {
  const picture = await sharp(Buffer.concat(chunks), { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'cover' })
    .timeout({ seconds: SECONDS })
    .webp({ quality: 82 })
    .toBuffer()
  process.stdout.write(picture)
} catch {
  process.exitCode = DECODED.notAPicture
}
