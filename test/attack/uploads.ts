import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { bomb, photo } from '../support/pictures.ts'
import { type Attack, type Check, counted, milliseconds } from './attack.ts'
import type { Game, Player } from './game.ts'
import { type Answer, each, range } from './http.ts'
import { startProbe } from './probe.ts'

/** Time limit for cutting bodies that never end. */
const CUT_WITHIN_MS = 12_000
const HOLDERS = 24
const AT_ONCE = 200
/** Time limit for responses to others: the sender of a gigabyte uses half of the cores that the game runs on. */
const OTHERS_WAIT_MS = 2_000

const PATH = '/api/user/avatar'
const TYPE = 'multipart/form-data; boundary=b'

const part = (name: string, file = ''): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\n`
const form = (file: Buffer, ...before: readonly string[]): Buffer =>
  Buffer.concat([Buffer.from(before.join('') + part('avatar', 'me.png')), file, Buffer.from('\r\n--b--\r\n')])

const upload = (game: Game, { cookie, address }: Player, body: Buffer, type = TYPE): Promise<Answer> =>
  game.send({
    method: 'POST',
    path: PATH,
    headers: { cookie, 'x-forwarded-for': address, 'content-type': type },
    body,
  })

/** Announces five megabytes and sends a line of them; returns how long the game waits. */
function holdOn(game: Game, { cookie }: Player, address: string): Promise<number> {
  const began = performance.now()
  return new Promise((resolve) => {
    const done = (): void => resolve(performance.now() - began)
    const headers = { cookie, 'x-forwarded-for': address, 'content-type': TYPE, 'content-length': 5_000_000 }
    const req = request({ host: '127.0.0.1', port: game.port, method: 'POST', path: PATH, headers, agent: false })
    req.on('response', (res) => res.resume().on('close', done))
    req.on('error', done)
    req.write(part('avatar', 'me.png'))
  })
}

async function slowBodies(game: Game, players: readonly Player[], picture: Buffer): Promise<Check[]> {
  const address = game.newAddress()
  const held = players.slice(0, HOLDERS).map((player) => holdOn(game, player, address))
  await sleep(1_000)
  const meanwhile = await upload(game, players[HOLDERS]!, form(picture))
  const longest = Math.max(...(await Promise.all(held)))
  return [
    {
      holds: `${HOLDERS} bodies that do not come, of as many players at one address: a picture from elsewhere is taken meanwhile`,
      seen: `${meanwhile.status}`,
      ok: meanwhile.status === 200,
    },
    {
      holds: `they are cut within ${CUT_WITHIN_MS.toLocaleString('en')} ms`,
      seen: `the last after ${milliseconds(longest)}`,
      ok: longest <= CUT_WITHIN_MS,
    },
  ]
}

async function badForms(game: Game, players: readonly Player[], picture: Buffer): Promise<Check> {
  const huge = await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#333' } })
    .png()
    .toBuffer()
  const bodies: [what: string, body: Buffer, type?: string][] = [
    ['1,000 parts', form(picture, ...range(1_000).map((n) => `${part(`field${n}`)}x\r\n`))],
    ['20 files', form(picture, ...range(20).map(() => `${part('avatar', 'a.png')}x\r\n`))],
    ['a header of 100 kB', form(picture, part('x'.repeat(100_000)))],
    ['another boundary', form(picture), 'multipart/form-data; boundary=other'],
    ['no boundary', form(picture), 'multipart/form-data'],
    ['a boundary of 10 kB', form(picture), `multipart/form-data; boundary=${'b'.repeat(10_000)}`],
    ['no end', form(picture).subarray(0, -12)],
    ['nothing', Buffer.alloc(0)],
    ['a path as a name', form(Buffer.from('x'), `${part('avatar', '../../etc/passwd')}x\r\n`)],
    ['50,000 × 50,000', form(bomb())],
    ['6,000 × 6,000', form(huge)],
    ['half a picture', form(picture.subarray(0, picture.length / 2))],
  ]
  const answers = await each(bodies, 4, async ([what, body, type], index) => ({
    what,
    status: (await upload(game, players[index]!, body, type)).status,
  }))
  const wrong = answers.filter(({ status }) => ![400, 413, 415, 503].includes(status))
  return {
    holds: `${bodies.length} forms and pictures that are none are refused`,
    seen: counted(answers.map(({ status }) => status)),
    ok: wrong.length === 0,
    details: wrong.map(({ what, status }) => `${what}: ${status}`),
  }
}

async function animated(game: Game, player: Player): Promise<Check> {
  const frames = await Promise.all(
    range(60).map((n) =>
      sharp({ create: { width: 300, height: 300, channels: 3, background: { r: n * 4, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    ),
  )
  const film = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  const { status, text } = await upload(game, player, form(film))
  const shown = status === 200 ? await fetch(`http://127.0.0.1:${game.port}${JSON.parse(text).avatarUrl}`) : null
  const { pages = 1 } = shown ? await sharp(Buffer.from(await shown.arrayBuffer())).metadata() : {}
  return {
    holds: 'of an animated WebP one picture is kept',
    seen: `${status}, ${pages} picture`,
    ok: status === 200 && pages === 1,
  }
}

/** Processes in which the game is decoding pictures. */
function decoders(game: Game): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
      const isOne = Number(parent) === game.pid() && /decode\.ts/.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'))
      return isOne ? [Number(name)] : []
    } catch {
      // No such process, or it has ended.
      return []
    }
  })
}

/** False if it has ended on its own meanwhile. */
function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

async function killedDecoders(game: Game, players: readonly Player[], picture: Buffer): Promise<Check> {
  const uploads = players.slice(0, 10).map((player) => upload(game, player, form(picture)))
  let killed = 0
  const killing = setInterval(() => {
    for (const pid of decoders(game)) if (isKilled(pid)) killed++
  }, 20)
  const statuses = (await Promise.all(uploads)).map(({ status }) => status)
  clearInterval(killing)
  const after = await upload(game, players[10]!, form(picture))
  return {
    holds: 'kill -9 of what decodes refuses its picture alone: the next is taken',
    seen: `${killed} killed: ${counted(statuses)}; then ${after.status}`,
    ok: killed > 0 && statuses.every((status) => [200, 400, 503].includes(status)) && after.status === 200,
  }
}

/** Files of the game other than its database and its mails. */
const filesOf = ({ dataDir }: Game): string[] =>
  readdirSync(dataDir, { recursive: true })
    .map(String)
    .filter((name) => !/^(postgres|outbox)(\/|$)/.test(name))
    .map((name) => path.normalize(name))
    .sort()

export const uploads: Attack = {
  name: 'uploads',
  does: `slow bodies, broken forms, bombs, films, kill -9 of what decodes, ${AT_ONCE} pictures of 4.9 MB at once`,
  async run(game) {
    const players = await game.players(50)
    const picture = await photo()
    const files = filesOf(game)
    const checks: Check[] = await slowBodies(game, players.slice(0, 25), picture)
    // After an invalid picture a player has to wait ten seconds, so each of these is another player.
    checks.push(await badForms(game, players.slice(25, 37), picture))
    checks.push(await animated(game, players[37]!))
    checks.push(await killedDecoders(game, players.slice(38, 49), picture))
    const large = form(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(4_900_000, 7)]))
    const probe = startProbe(game.port)
    const answers = await each(range(AT_ONCE), AT_ONCE, (n) => upload(game, players[n % 50]!, large))
    const { slowestMs } = await probe.stop()
    const others = answers.filter(({ status }) => ![0, 400, 429, 503].includes(status)).length
    const one = await upload(game, players[49]!, form(picture))
    checks.push(
      {
        holds: `${AT_ONCE} at once: others are answered within ${OTHERS_WAIT_MS} ms`,
        seen: `${counted(answers.map(({ status }) => status))}; the slowest took ${milliseconds(slowestMs)}`,
        ok: others === 0 && slowestMs <= OTHERS_WAIT_MS,
      },
      {
        holds: 'nothing of it is left: no process, no file',
        seen: `${decoders(game).length} processes, ${filesOf(game).length - files.length} files; a picture then: ${one.status}`,
        ok: decoders(game).length === 0 && filesOf(game).join() === files.join(),
      },
    )
    return checks
  },
}
