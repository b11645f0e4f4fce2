import { UK_ZONE } from '../../contracts/time-zones.ts'
import type { Quotas } from '../../database/quotas.ts'
import { OutboundFailure } from '../../kernel/outbound.ts'
import type { QuotaUse } from '../../kernel/quota.ts'
import { HttpProblem, quotaProblem, wrongField } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import { deviceOf } from '../accounts/device.ts'
import { quotas, type ReminderCommands } from './commands.ts'
import {
  PushDevice,
  PushDeviceId,
  PushSubscription,
  ReminderChange,
  ReminderSettings,
  Reminders,
  UndoUnsubscribe,
  Unsubscribed,
  UnsubscribeToken,
} from './contract.ts'
import type { Devices } from './devices.ts'
import { nextRow, pageRow } from './queries.ts'
import { dueAt } from './schedule.ts'
import { reminderSettingsDecider } from './settings-decider.ts'

/** A time in a JSON column as ISO 8601 UTC. */
const isoOf = (time: string): string => new Date(time).toISOString()

interface ReminderRouteDependencies {
  readonly db: ReadDb
  readonly commands: ReminderCommands
  readonly devices: Devices
  readonly quotas: Pick<Quotas, 'consume'>
  /** The current season at a time (ISO 8601). */
  seasonAt(at: string): Promise<string | null>
}

/** Settings, devices and the next reminder of a player, and the address that unsubscribes from mails. */
export function reminderRoutes(dependencies: ReminderRouteDependencies): readonly RouteDefinition[] {
  return [...settings(dependencies), ...push(dependencies), ...unsubscribing(dependencies)]
}

function settings({ db, commands, devices, seasonAt }: ReminderRouteDependencies): RouteDefinition[] {
  async function remindersOf(userId: number, at: string): Promise<Reminders> {
    const season = await seasonAt(at)
    const [{ rows }, next] = await Promise.all([
      pageRow(userId).execute(db),
      season === null ? null : nextRow(userId, season, at).execute(db),
    ])
    const { mail, when, timeZone, pushDeclined, email, emailConfirmed, devices: known, sent } = rows[0]!
    const none = reminderSettingsDecider.initialState
    const chosen: ReminderSettings = {
      ...{ mail: mail ?? none.mail, when: when ?? none.when, timeZone },
      pushDeclined: pushDeclined ?? none.pushDeclined,
    }
    const coming = next?.rows[0]
    const { closesAt = null, isSent = false } = coming ?? {}
    return {
      settings: chosen,
      ...{ email, emailConfirmed, pushKey: devices.publicKey },
      devices: known.map((device) => ({
        ...device,
        addedAt: isoOf(device.addedAt),
        reachedAt: device.reachedAt && isoOf(device.reachedAt),
      })),
      sent: sent.map((reminder) => ({ ...reminder, sentAt: isoOf(reminder.sentAt) })),
      next: coming
        ? {
            ...{ season: season!, gameweek: coming.gameweek, missing: coming.missing, closesAt },
            firstMatch: coming.firstMatch,
            dueAt:
              closesAt === null || isSent
                ? null
                : new Date(
                    dueAt({ closes: Date.parse(closesAt), when: chosen.when, zone: timeZone ?? UK_ZONE }),
                  ).toISOString(),
          }
        : null,
    }
  }

  return tagged('Reminders', [
    route({
      method: 'get',
      path: '/api/reminders',
      access: 'user',
      summary: 'The reader’s settings of reminders, their devices, the next reminder and those that were sent',
      responses: { 200: Reminders },
      handle: async ({ user, context: { at } }) => ({ body: await remindersOf(user.id, at) }),
    }),
    route({
      method: 'put',
      path: '/api/reminders',
      access: 'user',
      summary: 'Changes the given settings of reminders. `mail` true is the consent to mails',
      body: ReminderChange,
      responses: { 200: ReminderSettings },
      consumes: [quotas.reminderSettings],
      async handle({ body, user, context }) {
        const wrote = await commands.change(user.id, body, context)
        if (wrote === null) throw wrongField('timeZone', 'There is no such time zone')
        return { body: wrote.state, wrote }
      },
    }),
  ])
}

function push({ commands, devices, quotas: counts }: ReminderRouteDependencies): RouteDefinition[] {
  return tagged('Reminders', [
    route({
      method: 'post',
      path: '/api/reminders/push',
      access: 'user',
      summary: 'Adds the push subscription of a browser, which is the consent to push; only at a known push service',
      body: PushSubscription,
      responses: { 201: PushDevice },
      isSecret: true,
      consumes: [quotas.reminderSettings],
      async handle({ body, user, context, req }) {
        const name = deviceOf(req.get('User-Agent')) ?? 'Unknown device'
        const device = await devices.add(user.id, body, { name, at: context.at })
        if (device === null)
          throw wrongField('endpoint', 'Push messages cannot be sent to this browser: its push service is unknown')
        const wrote = await commands.noteTimeZone(user.id, body.timeZone, context)
        return { status: 201, body: device, wrote }
      },
    }),
    route({
      method: 'delete',
      path: '/api/reminders/push/:id',
      access: 'user',
      summary: 'Removes a device from push',
      params: PushDeviceId,
      responses: { 204: null },
      consumes: [],
      async handle({ params: { id }, user }) {
        if (!(await devices.remove(user.id, id))) throw new HttpProblem(404, 'Device not found')
        return { status: 204 }
      },
    }),
    route({
      method: 'post',
      path: '/api/reminders/push/:id/test',
      access: 'user',
      summary: 'Sends a test message to a device; 404 if it cannot be reached any more, and is removed',
      params: PushDeviceId,
      responses: { 204: null },
      problems: [404, 502],
      consumesItself: [quotas.pushTests],
      async handle({ params: { id }, user, context: { at } }) {
        // A test appends nothing, so the web layer would refund it.
        await consume(counts, { userId: user.id, quota: quotas.pushTests, at })
        try {
          if (!(await devices.test(user.id, id, at))) throw new HttpProblem(404, 'Device not found')
        } catch (error) {
          if (error instanceof OutboundFailure)
            throw new HttpProblem(502, 'The push service does not answer. Try again.')
          throw error
        }
        return { status: 204 }
      },
    }),
  ])
}

function unsubscribing({ commands, quotas: counts }: ReminderRouteDependencies): RouteDefinition[] {
  async function ownerOf(token: string): Promise<number> {
    const owner = await commands.ownerOf(token)
    if (owner === null) throw new HttpProblem(404, 'This link no longer works')
    return owner
  }

  return tagged('Reminders', [
    route({
      method: 'get',
      path: '/api/unsubscribe/:token',
      access: 'public',
      summary: 'Leads to the page that unsubscribes; changes nothing, as mail scanners open links',
      params: UnsubscribeToken,
      responses: { 303: null },
      problems: [],
      sends: 'text/plain',
      async handle({ params: { token }, res }) {
        res.redirect(303, `/unsubscribe/${encodeURIComponent(token)}`)
        return { status: 303 }
      },
    }),
    route({
      method: 'post',
      path: '/api/unsubscribe/:token',
      access: 'public',
      summary: 'Ends reminders by mail, without signing in (RFC 8058: the form of a mail program is accepted)',
      params: UnsubscribeToken,
      ignoresBody: true,
      responses: { 200: Unsubscribed },
      consumes: [],
      async handle({ params: { token }, context }) {
        const { undo, wrote } = await commands.unsubscribe(await ownerOf(token), context)
        return { body: { undo }, wrote }
      },
    }),
    route({
      method: 'post',
      path: '/api/unsubscribe/:token/undo',
      access: 'public',
      summary: 'Reverts an unsubscription with the key of its answer, until the settings change again',
      params: UnsubscribeToken,
      body: UndoUnsubscribe,
      responses: { 204: null },
      problems: [404, 409],
      consumesItself: [quotas.reminderSettings],
      async handle({ params: { token }, body: { key }, context }) {
        const userId = await ownerOf(token)
        await consume(counts, { userId, quota: quotas.reminderSettings, at: context.at })
        const wrote = await commands.undo(userId, key, context)
        if (wrote === null) throw new HttpProblem(409, 'Your reminders have changed since. Sign in to change them.')
        return { status: 204, wrote }
      },
    }),
  ])
}

/** Consumes a quota outside the web layer: without a refund, or without a session. Throws 429. */
async function consume(quotas: ReminderRouteDependencies['quotas'], use: QuotaUse): Promise<void> {
  const seconds = await quotas.consume(use)
  if (seconds > 0) throw quotaProblem(use.quota, seconds)
}
