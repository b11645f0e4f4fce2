import type { Request, Response } from 'express'
import multer from 'multer'
import { HttpProblem, wrongField } from '../../slice/problem.ts'
import { AVATAR_LIMITS, AVATAR_PROBLEMS } from './constants.ts'
import { tooBusy } from './decoder.ts'

/** Form field of the picture. */
export const FIELD = 'avatar'

/** Allowance in bytes for the parts of a form around the file. */
const FORM_BYTES = 16 * 1024
/** Maximum number of pictures in progress, and of their bytes. Bodies beyond that are not read (docs/threats.md T65). */
const [MOST_UPLOADS, MOST_BYTES] = [20, 40 * 1024 * 1024]
/** Maximum number per client address. Otherwise one client with stalled bodies could block all other uploads. */
const MOST_OF_ADDRESS = 5

/** The sender of a picture, by user and client address. */
interface Sender {
  readonly userId: number
  readonly ip: string
}

/**
 * Invalid files with a picture signature consume no quota, but decoding each costs a process. After three of them, a player waits ten
 * seconds after each. A valid picture, or a minute without an invalid file, resets the count.
 */
const [FREE_FAILURES, PAUSE_MS, RESET_MS] = [3, 10_000, 60_000]

/** Receives uploaded pictures, within limits on number and bytes. */
export function createUploads({ most = MOST_UPLOADS, mostBytes = MOST_BYTES } = {}) {
  /** Client address of each player with an upload in progress. */
  const uploading = new Map<number, string>()
  let uploadingBytes = 0
  /** Players whose last files were invalid: number of files, and time of the last one. */
  const failures = new Map<number, { readonly count: number; readonly at: number }>()

  function fail(userId: number): void {
    const now = performance.now()
    for (const [id, { at }] of failures) if (at + RESET_MS <= now) failures.delete(id)
    failures.set(userId, { count: (failures.get(userId)?.count ?? 0) + 1, at: now })
  }

  function pauseMsOf(userId: number): number {
    const { count, at } = failures.get(userId) ?? { count: 0, at: 0 }
    return count < FREE_FAILURES ? 0 : at + PAUSE_MS - performance.now()
  }

  return {
    /**
     * Reads the picture of a request and returns the result of `work`; `work` returns null for an invalid picture. Throws 400 for an invalid
     * picture and 413 for one that is too large. Throws 503 without reading the body if too many uploads are in progress, in total or from
     * that address. Throws 429 for a second concurrent upload of a player, and during the pause after invalid files.
     */
    async receive<T>(
      { userId, ip }: Sender,
      req: Request,
      res: Response,
      work: (bytes: Buffer) => Promise<T | null>,
    ): Promise<T> {
      const length = Number(req.get('Content-Length') ?? AVATAR_LIMITS.bytes)
      if (length > AVATAR_LIMITS.bytes + FORM_BYTES) throw tooLarge()
      if (uploading.has(userId)) throw wait('Your last picture is still uploading. Try again in a moment.', 5)
      const pauseMs = pauseMsOf(userId)
      if (pauseMs > 0)
        throw wait('Your last files were not pictures. Try again in a moment.', Math.ceil(pauseMs / 1_000))
      if (uploading.size >= most || uploadingBytes + length > mostBytes) throw tooBusy()
      if ([...uploading.values()].filter((other) => other === ip).length >= MOST_OF_ADDRESS) throw tooBusy()
      uploading.set(userId, ip)
      uploadingBytes += length
      try {
        const done = await work(await pictureOf(req, res))
        if (done !== null) {
          failures.delete(userId)
          return done
        }
        fail(userId)
        throw notAPicture()
      } finally {
        uploading.delete(userId)
        uploadingBytes -= length
      }
    },
  }
}

export type Uploads = ReturnType<typeof createUploads>

const wait = (detail: string, retryAfterSeconds: number): HttpProblem =>
  new HttpProblem(429, detail, { retryAfterSeconds })
const tooLarge = (): HttpProblem => new HttpProblem(413, AVATAR_PROBLEMS.tooLarge)
const notAPicture = (): HttpProblem => wrongField(FIELD, AVATAR_PROBLEMS.invalid)

/** Signatures of the supported formats. Most invalid files are rejected by this check alone. */
const SIGNATURES = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF8']
function hasPictureSignature(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12)
  return SIGNATURES.some((each) => head.startsWith(each)) || (head.startsWith('RIFF') && head.endsWith('WEBP'))
}

/** Reads one file up to the size limit. Its name and type are ignored. */
const form = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: AVATAR_LIMITS.bytes, files: 1, fields: 4, parts: 5, fieldSize: 1_024, headerPairs: 20 },
}).single(FIELD)

function pictureOf(req: Request, res: Response): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    form(req, res, (error: unknown) => {
      if (error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE') reject(tooLarge())
      // An incomplete or malformed form is a client error, because the server has no other failure here.
      else if (error || !req.file || !hasPictureSignature(req.file.buffer)) reject(notAPicture())
      else resolve(req.file.buffer)
    })
  })
}
