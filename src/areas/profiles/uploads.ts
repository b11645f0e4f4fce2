import type { Request, Response } from 'express'
import multer from 'multer'
import { HttpProblem, wrongField } from '../../slice/problem.ts'
import { AVATAR_LIMITS, AVATAR_PROBLEMS } from './constants.ts'
import { tooBusy } from './decoder.ts'

/** The field of the form with the picture in it. */
export const FIELD = 'avatar'

/** What a form has around its file. */
const FORM_BYTES = 16 * 1024
/** Pictures that are read or wait to be drawn, and their bytes together: of others the body is not read (docs/threats.md T65). */
const [MOST_UPLOADS, MOST_BYTES] = [20, 40 * 1024 * 1024]
/** Of one address: bodies that never come would else keep out everybody for as long as they may take. */
const MOST_OF_ADDRESS = 5

/** Who sends a picture, and from where. */
interface Sender {
  readonly userId: number
  readonly ip: string
}

/**
 * Files that only look like a picture consume no quota, but decoding each costs a process. So a player has three, and then waits ten
 * seconds after each. A picture, or a minute without such a file, resets the count.
 */
const [FREE_FAILURES, REST_MS, RESET_MS] = [3, 10_000, 60_000]

/** Pictures on their way in. */
export function createUploads({ most = MOST_UPLOADS, mostBytes = MOST_BYTES } = {}) {
  /** The address of each player who is sending something. */
  const held = new Map<number, string>()
  let heldBytes = 0
  /** Players whose last files were no pictures: how many, and when the last one came. */
  const failures = new Map<number, { readonly count: number; readonly at: number }>()

  function fail(userId: number): void {
    const now = performance.now()
    for (const [id, { at }] of failures) if (at + RESET_MS <= now) failures.delete(id)
    failures.set(userId, { count: (failures.get(userId)?.count ?? 0) + 1, at: now })
  }

  function restMsOf(userId: number): number {
    const { count, at } = failures.get(userId) ?? { count: 0, at: 0 }
    return count < FREE_FAILURES ? 0 : at + REST_MS - performance.now()
  }

  return {
    /**
     * Reads the picture of a request and does `work` with it; null: it was none. Throws a 400 then, a 413 where it is too large, and where too
     * many are on their way, of all or of that address, without reading it, a 503. A player sends one at a time, and waits after three that
     * were none (429).
     */
    async take<T>(
      { userId, ip }: Sender,
      req: Request,
      res: Response,
      work: (bytes: Buffer) => Promise<T | null>,
    ): Promise<T> {
      const length = Number(req.get('Content-Length') ?? AVATAR_LIMITS.bytes)
      if (length > AVATAR_LIMITS.bytes + FORM_BYTES) throw tooLarge()
      if (held.has(userId)) throw wait('Please wait until your last picture is there.', 5)
      const restMs = restMsOf(userId)
      if (restMs > 0) throw wait('Your last files were no pictures. Try again in a moment.', Math.ceil(restMs / 1_000))
      if (held.size >= most || heldBytes + length > mostBytes) throw tooBusy()
      if ([...held.values()].filter((other) => other === ip).length >= MOST_OF_ADDRESS) throw tooBusy()
      held.set(userId, ip)
      heldBytes += length
      try {
        const done = await work(await pictureOf(req, res))
        if (done !== null) {
          failures.delete(userId)
          return done
        }
        fail(userId)
        throw notAPicture()
      } finally {
        held.delete(userId)
        heldBytes -= length
      }
    },
  }
}

export type Uploads = ReturnType<typeof createUploads>

const wait = (detail: string, retryAfterSeconds: number): HttpProblem =>
  new HttpProblem(429, detail, { retryAfterSeconds })
const tooLarge = (): HttpProblem => new HttpProblem(413, AVATAR_PROBLEMS.tooLarge)
const notAPicture = (): HttpProblem => wrongField(FIELD, AVATAR_PROBLEMS.invalid)

/** How the formats begin that are read. Most files that are none cost no more than this look. */
const BEGINNINGS = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF8']
function hasPictureSignature(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12)
  return BEGINNINGS.some((each) => head.startsWith(each)) || (head.startsWith('RIFF') && head.endsWith('WEBP'))
}

/** One file, at most as large as it may be: what comes beyond is not kept. Neither its name nor its type is looked at. */
const form = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: AVATAR_LIMITS.bytes, files: 1, fields: 4, parts: 5, fieldSize: 1_024, headerPairs: 20 },
}).single(FIELD)

function pictureOf(req: Request, res: Response): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    form(req, res, (error: unknown) => {
      if (error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE') reject(tooLarge())
      // A form that breaks off or is not one is its sender's: nothing of ours fails on the way.
      else if (error || !req.file || !hasPictureSignature(req.file.buffer)) reject(notAPicture())
      else resolve(req.file.buffer)
    })
  })
}
