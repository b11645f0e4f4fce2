import * as z from 'zod/mini'
import type { EventLog } from '../../kernel/event-log.ts'
import { HttpProblem, wrongField } from '../../slice/problem.ts'
import { type RouteDefinition, type RouteInput, route } from '../../slice/route.ts'
import type { Visitor } from '../accounts/commands.ts'
import { secretRefusal, type WaitFor, WRONG_PRESENT_PASSWORD } from '../accounts/problems.ts'
import { latestOf } from '../accounts/wrote.ts'
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

const tags = ['Profile']

export interface ProfileRouteDependencies {
  readonly reads: ProfileReads
  readonly profiles: Profiles
  readonly avatars: Pick<Avatars, 'read'>
  readonly uploads: Uploads
  readonly decoder: Decoder
  readonly recovery: Pick<Recovery, 'change'>
  readonly waitFor: WaitFor
  readonly log: Pick<EventLog, 'compare'>
  /** Who asks, by address and browser. */
  visitorOf(input: Pick<RouteInput<undefined, undefined, undefined>, 'req' | 'ip'>): Visitor
}

/** One's own profile, and the pictures of all. */
export function profileRoutes(dependencies: ProfileRouteDependencies): readonly RouteDefinition[] {
  return [...profile(dependencies), ...pictures(dependencies)]
}

function profile(dependencies: ProfileRouteDependencies): RouteDefinition[] {
  const { reads, profiles, recovery, waitFor, log, visitorOf } = dependencies

  async function own(userId: number, at: string): Promise<Profile> {
    const read = await ownProfile(reads, userId, at)
    if (read) return read
    throw new HttpProblem(503, 'Your profile is being prepared. Please try again in a moment.', {
      retryAfterSeconds: 2,
    })
  }

  return [
    route({
      method: 'get',
      path: '/api/profile',
      access: 'user',
      summary: 'The reader’s own profile, with what nobody else is told',
      tags,
      responses: { 200: Profile },
      handle: async ({ user, context }) => ({ body: await own(user.id, context.at) }),
    }),
    route({
      method: 'get',
      path: '/api/profile/stats',
      access: 'user',
      summary: 'How the reader has been doing in the current season, gameweek by gameweek',
      tags,
      responses: { 200: ProfileStats },
      handle: async ({ user, context }) => ({ body: await profileStats(reads, user.id, context.at) }),
    }),
    route({
      method: 'put',
      path: '/api/profile',
      access: 'user',
      summary:
        'Changes the own profile: what is left out stays, null takes it away. An e-mail address, question or answer that is there already changes ' +
        'with the present password only. Where one field is refused, none changes',
      tags,
      body: ProfileChange,
      responses: { 200: Profile },
      consumesItself: [quotas.profileChanges, ofRecovery.recoveryChanges],
      async handle({ body, user, context, ip, req, consume }) {
        const { email, securityQuestion, securityAnswer, currentPassword, ...given } = body
        const fields = fieldsOf(given)
        await consume(quotas.profileChanges)
        if (email !== undefined || securityQuestion !== undefined || securityAnswer !== undefined)
          await consume(ofRecovery.recoveryChanges)
        if (fields.favoriteTeam != null && !(await isClub(reads.db, fields.favoriteTeam)))
          throw wrongField('favoriteTeam', 'There is no such club')
        // First what may be refused, so that nothing is stored then.
        const refused = await profiles.refusedName(user.id, fields)
        if (refused) throw wrongField(refused.field, refused.detail)
        const secrets = { email, securityQuestion, securityAnswer, currentPassword }
        const changed = await recovery.change(user, secrets, visitorOf({ req, ip }), context)
        if (!changed.ok) throw await secretRefusal(waitFor, changed, WRONG_PRESENT_PASSWORD)
        const stored = await profiles.change(user.id, fields, context)
        const { avatar, ...said } = stored.state
        const known = {
          ...said,
          ...changed.profile,
          displayName: displayNameOf(user.username, stored.state),
          profileImage: avatar && avatarUrlOf(avatar),
        }
        const shown = async () => ({ ...(await own(user.id, context.at)), ...known })
        return { body: shown, wrote: latestOf([changed, stored], log) }
      },
    }),
  ]
}

/** Nothing is the same as null. */
const fieldsOf = ({ favoriteTeam, ...texts }: ProfileFields): ProfileFields => ({
  ...Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text === '' ? null : text])),
  favoriteTeam,
})

function pictures({ profiles, avatars, uploads, decoder }: ProfileRouteDependencies): RouteDefinition[] {
  return [
    route({
      method: 'post',
      path: '/api/user/avatar',
      access: 'user',
      summary:
        'Sets the own picture: JPG, PNG, GIF or WebP of at most 5 MB, which is drawn anew in 256 × 256; 10 an hour',
      tags,
      file: FIELD,
      responses: { 200: AvatarAnswer },
      consumes: [quotas.avatars],
      handle: ({ user, context, ip, req, res }) =>
        uploads.take({ userId: user.id, ip }, req, res, async (bytes) => {
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
      summary: 'Removes the own picture; without one it changes nothing',
      tags,
      responses: { 204: null },
      consumes: [quotas.avatarRemovals],
      handle: async ({ user, context }) => ({ status: 204, wrote: await profiles.removeAvatar(user.id, context) }),
    }),
    route({
      method: 'get',
      path: '/api/avatars/:file',
      access: 'public',
      summary: 'A picture, as WebP. Its address is random; another picture has another one',
      tags,
      params: z.object({ file: z.string() }),
      responses: { 200: null },
      sends: 'image/webp',
      problems: [404],
      async handle({ params: { file }, res }) {
        const [, name] = AVATAR_FILE.exec(file) ?? []
        const picture = name === undefined ? null : await avatars.read(name)
        if (picture === null) throw new HttpProblem(404, 'There is no such picture')
        res.set({
          'Content-Type': 'image/webp',
          'Content-Length': String(picture.length),
          // By browsers alone: what is erased is not to be found in caches between.
          'Cache-Control': 'private, max-age=31536000, immutable',
          'Content-Disposition': 'attachment; filename="avatar.webp"',
          'Content-Security-Policy': "default-src 'none'; sandbox",
        })
        res.end(picture)
        return {}
      },
    }),
  ]
}
