import sharp from 'sharp'

// Runs in a child process, a new one for each picture: nothing of the server is in it, neither keys nor connections.

/** libvips guesses formats by the first bytes: only these are read, whatever the bytes say (docs/threats.md T63). */
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadWebpBuffer',
]
/** 5,000 × 5,000: the header says how many there are, before any is decoded (docs/threats.md T64). */
const MOST_PIXELS = 25_000_000
const SIDE = 256

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })

/** 256 × 256 WebP; null where the bytes are no picture. */
export const decode = (bytes: Uint8Array): Promise<Uint8Array | null> =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null)
