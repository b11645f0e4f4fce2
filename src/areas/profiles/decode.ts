import sharp from 'sharp'

// Runs in a child process, a new one for each picture, without keys or connections of the server.

/** Allowed libvips loaders. libvips guesses the format by the first bytes, so all other loaders are blocked (docs/threats.md T63). */
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadWebpBuffer',
]
/** 5,000 × 5,000. libvips checks the size in the header before it decodes a pixel (docs/threats.md T64). */
const MOST_PIXELS = 25_000_000
const SIDE = 256

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })

/** Returns a 256 × 256 WebP; null if the bytes are not a valid picture. */
export const decode = (bytes: Uint8Array): Promise<Uint8Array | null> =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null)
