import * as z from 'zod/mini'
import type { EventLog } from '../../kernel/event-log.ts'
import { latestOf } from '../../kernel/wrote.ts'
import { HttpProblem, wrongField } from '../../slice/problem.ts'
import { type RouteDefinition, type RouteInput, route, tagged } from '../../slice/route.ts'
import type { Visitor } from '../accounts/commands.ts'
import { secretRefusal, type WaitFor, WRONG_PRESENT_PASSWORD } from '../accounts/problems.ts'
import { quotas as ofRecovery, type Recovery } from '../recovery/commands.ts'
import { AVATAR_FILE, avatarUrlOf } from './avatar-name.ts'
import type { Avatars } from './avatars.ts'
import { type Profiles, quotas } from './commands.ts'
import { AvatarAnswer, Profile, ProfileChange, ProfileStats } from './contract.ts'
import type { Decoder } from './decoder.ts'
import { displayNameOf } from './display-name.ts'
import type { ProfileFields } from './profile-decider.ts'
import { isClub, ownProfile, type ProfileReads, profileStats } from './queries.ts'
import { FIELD, type Uploads } from './uploads.ts'

interface ProfileRouteDependencies {
  readonly reads: ProfileReads
  readonly profiles: Profiles
  readonly avatars: Pick<Avatars, 'read'>
  readonly uploads: Uploads
  readonly decoder: Decoder
  readonly recovery: Pick<Recovery, 'change'>
  readonly waitFor: WaitFor
  readonly log: Pick<EventLog, 'compare'>
  /** Returns the client, by address and browser. */
  visitorOf(input: Pick<RouteInput<undefined, undefined, undefined>, 'req' | 'ip'>): Visitor
}

/** Routes of the user's own profile, and of all profile pictures. */
export function profileRoutes(dependencies: ProfileRouteDependencies): readonly RouteDefinition[] {
  return [...profile(dependencies), ...pictures(dependencies)]
}

function profile(dependencies: ProfileRouteDependencies): RouteDefinition[] {
  const { reads, profiles, recovery, waitFor, log, visitorOf } = dependencies

  async function own(userId: number, at: string): Promise<Profile> {
    const read = await ownProfile(reads, userId, at)
    if (read) return read
    throw new HttpProblem(503, 'Your profile is nearly ready. Try again in a moment.', {
      retryAfterSeconds: 2,
    })
  }

  return tagged('Profile', [
    route({
      method: 'get',
      path: '/api/profile',
      access: 'user',
      summary: 'The reader’s own profile, with its private fields',
      responses: { 200: Profile },
      handle: async ({ user, context }) => ({ body: await own(user.id, context.at) }),
    }),
    route({
      method: 'get',
      path: '/api/profile/stats',
      access: 'user',
      summary: 'The reader’s statistics of the current season, by gameweek',
      responses: { 200: ProfileStats },
      handle: async ({ user, context }) => ({ body: await profileStats(reads, user.id, context.at) }),
    }),
    route({
      method: 'put',
      path: '/api/profile',
      access: 'user',
      summary:
        'Changes your own profile. Missing fields stay unchanged; null clears a field. Changing an existing e-mail address, question or answer needs ' +
        'the current password. If one field is rejected, none changes',
      body: ProfileChange,
      responses: { 200: Profile },
      consumesItself: [quotas.profileChanges, ofRecovery.recoveryChanges],
      async handle({ body, user, context, ip, req, consume }) {
        const { email, securityQuestion, securityAnswer, currentPassword, ...others } = body
        const fields = fieldsOf(others)
        await consume(quotas.profileChanges)
        if (email !== undefined || securityQuestion !== undefined || securityAnswer !== undefined)
          await consume(ofRecovery.recoveryChanges)
        if (fields.favoriteTeam != null && !(await isClub(reads.db, fields.favoriteTeam)))
          throw wrongField('favoriteTeam', 'Pick one of the clubs')
        // All checks first, so that a rejected field stores nothing.
        const refused = await profiles.refusedName(user.id, fields)
        if (refused) throw wrongField(refused.field, refused.detail)
        const secrets = { email, securityQuestion, securityAnswer, currentPassword }
        const changed = await recovery.change(user, secrets, visitorOf({ req, ip }), context)
        if (!changed.ok) throw await secretRefusal(waitFor, changed, WRONG_PRESENT_PASSWORD)
        const stored = await profiles.change(user.id, fields, context)
        const { avatar, ...profileFields } = stored.state
        const known = {
          ...profileFields,
          ...changed.profile,
          displayName: displayNameOf(user.username, stored.state),
          profileImage: avatar && avatarUrlOf(avatar),
        }
        const shown = async () => ({ ...(await own(user.id, context.at)), ...known })
        return { body: shown, wrote: latestOf([changed, stored], log) }
      },
    }),
  ])
}

/** Replaces empty texts with null. */
const fieldsOf = ({ favoriteTeam, ...texts }: ProfileFields): ProfileFields => ({
  ...Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text === '' ? null : text])),
  favoriteTeam,
})

function pictures({ profiles, avatars, uploads, decoder }: ProfileRouteDependencies): RouteDefinition[] {
  return tagged('Profile', [
    route({
      method: 'post',
      path: '/api/user/avatar',
      access: 'user',
      summary: 'Sets your own picture: JPG, PNG, GIF or WebP of at most 5 MB, re-encoded in 256 × 256; 10 per hour',
      file: FIELD,
      responses: { 200: AvatarAnswer },
      consumes: [quotas.avatars],
      handle: ({ user, context, ip, req, res }) =>
        uploads.receive({ userId: user.id, ip }, req, res, async (bytes) => {
          const picture = await decoder.decode(bytes)
          if (picture === null) return null
          const set = await profiles.setAvatar(user.id, picture, context)
          if (set === null) throw new HttpProblem(401, 'Not authenticated')
          return { body: { avatarUrl: avatarUrlOf(set.name) }, wrote: set }
        }),
    }),
    route({
      method: 'delete',
      path: '/api/user/avatar',
      access: 'user',
      summary: 'Removes your own picture, if there is one',
      responses: { 204: null },
      consumes: [quotas.avatarRemovals],
      handle: async ({ user, context }) => ({ status: 204, wrote: await profiles.removeAvatar(user.id, context) }),
    }),
    route({
      method: 'get',
      path: '/api/avatars/:file',
      access: 'public',
      summary: 'A profile picture, as WebP. Every picture has its own random address',
      params: z.object({ file: z.string() }),
      responses: { 200: null },
      sends: 'image/webp',
      async handle({ params: { file }, res }) {
        const [, name] = AVATAR_FILE.exec(file) ?? []
        const picture = name === undefined ? null : await avatars.read(name)
        if (picture === null) throw new HttpProblem(404, 'Picture not found')
        res.set({
          'Content-Type': 'image/webp',
          'Content-Length': String(picture.length),
          // Browsers only: an erased picture must not stay in shared caches.
          'Cache-Control': 'private, max-age=31536000, immutable',
          'Content-Disposition': 'attachment; filename="avatar.webp"',
          'Content-Security-Policy': "default-src 'none'; sandbox",
        })
        res.end(picture)
        return {}
      },
    }),
  ])
}
