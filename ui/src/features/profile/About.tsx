import { Eye, Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Profile } from '../../../../src/areas/profiles/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Crest } from '../../ui/Crest.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { SideNote } from '../../ui/SideNote.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { Written } from '../../ui/Written.ts'
import { AboutForm } from './AboutForm.tsx'
import { useClubs } from './api.ts'
import { EmailState } from './EmailState.tsx'
import type { Editing } from './useEditing.ts'

interface AboutProps {
  readonly userId: number
  /** undefined: it is loading. */
  readonly profile: Profile | undefined
  readonly editing: Editing
}

/** The player’s details, or the form to edit them. The frame and the note are shown while they load. */
export function About({ userId, profile, editing }: AboutProps) {
  const { form, isDirty, start, stop } = editing
  const [isConfirming, setConfirming] = useState(false)
  const isEditing = form !== null
  const panel = useRef<HTMLDivElement>(null)
  const was = useRef(isEditing)
  // The focus stays in the panel: the first field when editing starts, the button afterwards.
  useEffect(() => {
    if (was.current !== isEditing)
      panel.current?.querySelector<HTMLElement>(isEditing ? '[name=firstName]' : '[data-edit]')?.focus()
    was.current = isEditing
  }, [isEditing])
  return (
    <div ref={panel}>
      <Panel
        title="Profile"
        actions={
          !isEditing &&
          profile && (
            <Button data-edit size="sm" kind="primary" onClick={() => start(profile)}>
              <Pencil aria-hidden />
              Edit Profile
            </Button>
          )
        }
      >
        <PanelBody>
          {!profile ? (
            <Loading label="Loading the profile" rows={7} rowHeight="29px" />
          ) : isEditing ? (
            <AboutForm
              username={profile.username}
              form={form}
              editing={editing}
              onCancel={() => (isDirty ? setConfirming(true) : stop())}
            />
          ) : (
            <ProfileFacts profile={profile} />
          )}
        </PanelBody>
        <SideNote>
          <Eye aria-hidden />
          <span>
            Others see your name, picture, bio, location, team, badges, points and revealed picks. Only you can see your
            email and phone. <PlayerName id={userId} name="See your page" inText />
          </span>
        </SideNote>
        {isConfirming && (
          <ConfirmDialog
            title="Discard changes?"
            action="Discard"
            danger
            onConfirm={async () => stop()}
            onClose={() => setConfirming(false)}
          >
            You’ll lose your changes.
          </ConfirmDialog>
        )}
      </Panel>
    </div>
  )
}

const notSet = <Small>Not set</Small>

function ProfileFacts({ profile }: { profile: Profile }) {
  const { username, firstName, lastName, bio, favoriteTeam, location, email, phone } = profile
  return (
    <Facts>
      <Fact label="Username">
        <Row>
          {username} <Small>cannot be changed</Small>
        </Row>
      </Fact>
      <Fact label="Name">{[firstName, lastName].filter(Boolean).join(' ') || notSet}</Fact>
      <Fact label="Bio">{bio === null ? notSet : <Written>{bio}</Written>}</Fact>
      <Fact label="Favorite Team">{favoriteTeam === null ? notSet : <Club id={favoriteTeam} />}</Fact>
      <Fact label="Location">{location ?? notSet}</Fact>
      <Fact label="Email">
        {email === null ? (
          notSet
        ) : (
          <Row>
            {email} <EmailState {...profile} />
          </Row>
        )}
      </Fact>
      <Fact label="Phone">{phone ?? notSet}</Fact>
    </Facts>
  )
}

/** Clubs of other seasons have no name here. */
function Club({ id }: { id: number }) {
  const { data } = useClubs()
  const club = data?.find((each) => each.id === id)
  if (!club) return data ? 'Unknown Team' : '…'
  return (
    <Row>
      <Crest team={club} size="sm" />
      {club.name}
    </Row>
  )
}
