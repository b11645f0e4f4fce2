import type { Attack } from './attack.ts'

const ACCOUNTS = 40
const GUESSES = 4
/** Failures an hour from one address, over three or more names. */
const FAILURES_AN_HOUR = 30

export const spraying: Attack = {
  name: 'spraying',
  does: `${GUESSES} guesses, then an own login that clears the count, over ${ACCOUNTS} accounts from one address`,
  async run(game) {
    const victims = await game.players(ACCOUNTS)
    const own = await game.newPlayer('sprayer')
    const address = game.newAddress()
    let looked = 0
    for (const { username } of victims) {
      for (let guess = 0; guess < GUESSES; guess++) {
        const { status } = await game.ask(address, 'POST', '/api/login', { username, password: `Passw0rd${guess}` })
        if (status === 401) looked++
      }
      await game.ask(address, 'POST', '/api/login', { username: own.username, password: own.password })
    }
    return [
      {
        holds: `an address is locked after ${FAILURES_AN_HOUR} failures an hour, whatever succeeds between`,
        seen: `${looked} of ${ACCOUNTS * GUESSES} guesses looked at`,
        ok: looked <= FAILURES_AN_HOUR,
      },
    ]
  },
}
