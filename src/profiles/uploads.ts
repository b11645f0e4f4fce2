import type { Request, Response } from 'express'
import multer from 'multer'
import { AVATAR_LIMITS, AVATAR_PROBLEMS } from '../contracts/profile-limits.ts'
import { HttpProblem, wrongField } from '../slice/problem.ts'
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

/** How long a player waits after bytes that only looked like a picture: refusals take of no allowance, and finding out costs a process. */
const REST_MS = 10_000

/** Pictures on their way in. */
export interface Uploads {
  /**
   * Reads the picture of a request and does `work` with it; null: it was none. Throws a 400 then, a 413 where it is too large, and where too
   * many are on their way, of all or of that address, without reading it, a 503. A player sends one at a time, and waits after one that
   * was none (429).
   */
  take<T>(from: Sender, req: Request, res: Response, work: (bytes: Buffer) => Promise<T | null>): Promise<T>
}

export function createUploads({ most = MOST_UPLOADS, mostBytes = MOST_BYTES } = {}): Uploads {
  /** The address of each player who is sending something. */
  const held = new Map<number, string>()
  let heldBytes = 0
  /** Players who have sent no picture, and until when they wait. */
  const resting = new Map<number, number>()

  function rest(userId: number): void {
    const now = performance.now()
    for (const [id, until] of resting) if (until <= now) resting.delete(id)
    resting.set(userId, now + REST_MS)
  }

  return {
    async take({ userId, ip }, req, res, work) {
      const length = Number(req.get('Content-Length') ?? AVATAR_LIMITS.bytes)
      if (length > AVATAR_LIMITS.bytes + FORM_BYTES) throw tooLarge()
      if (held.has(userId)) throw wait('Please wait until your last picture is there.', 5)
      const restMs = (resting.get(userId) ?? 0) - performance.now()
      if (restMs > 0) throw wait('Your last file was no picture. Please wait a moment.', Math.ceil(restMs / 1_000))
      if (held.size >= most || heldBytes + length > mostBytes) throw tooBusy()
      if ([...held.values()].filter((other) => other === ip).length >= MOST_OF_ADDRESS) throw tooBusy()
      held.set(userId, ip)
      heldBytes += length
      try {
        const done = await work(await pictureOf(req, res))
        if (done !== null) return done
        rest(userId)
        throw notAPicture()
      } finally {
        held.delete(userId)
        heldBytes -= length
      }
    },
  }
}

const wait = (detail: string, retryAfterSeconds: number): HttpProblem =>
  new HttpProblem(429, detail, { retryAfterSeconds })
const tooLarge = (): HttpProblem => new HttpProblem(413, AVATAR_PROBLEMS.tooLarge)
const notAPicture = (): HttpProblem => wrongField(FIELD, AVATAR_PROBLEMS.invalid)

/** How the formats begin that are read. Most files that are none cost no more than this look. */
const BEGINNINGS = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF8']
function looksLikeOne(bytes: Buffer): boolean {
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
      else if (error || !req.file || !looksLikeOne(req.file.buffer)) reject(notAPicture())
      else resolve(req.file.buffer)
    })
  })
}
