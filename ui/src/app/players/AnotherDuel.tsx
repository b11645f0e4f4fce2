import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { styled } from 'styled-components'
import { useLeague, useMyLeagues } from '../../features/leagues/api.ts'
import { duelPath } from '../../features/players/duel.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'

const Form = styled.form`
  display: grid;
  gap: var(--s3);
  padding: var(--s3-4) var(--s4) var(--s4);
`

/** Selects any two members of one of the reader's leagues. Renders nothing if the reader has no league mates. */
export function AnotherDuel({ userId }: { userId: number }) {
  const leagues = useMyLeagues().data?.filter(({ memberCount }) => memberCount > 1) ?? []
  const [chosen, setChosen] = useState<number | null>(null)
  const [first, setFirst] = useState(userId)
  const [second, setSecond] = useState<number | null>(null)
  const navigate = useNavigate()
  const league = leagues.find(({ id }) => id === chosen) ?? leagues[0]
  const read = useLeague(league?.id ?? 0, league ? { limit: 100, offset: 0 } : null)
  if (!league) return null
  const { standings = [], me = null } = read.data ?? {}
  const members = me && !standings.some(({ id }) => id === me.id) ? [me, ...standings] : standings
  const isMember = (id: number | null) => members.some((each) => each.id === id)
  const player = isMember(first) ? first : userId
  const others = members.filter(({ id }) => id !== player)
  const opponent = second !== player && isMember(second) ? second : (others[0]?.id ?? null)
  return (
    <Panel title="Another duel">
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          if (opponent !== null) void navigate(duelPath(player, opponent))
        }}
      >
        {leagues.length > 1 && (
          <Field label="League">
            <Select value={league.id} onChange={(event) => setChosen(Number(event.target.value))}>
              {leagues.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label="First player">
          <Select value={player} onChange={(event) => setFirst(Number(event.target.value))}>
            {members.map(({ id, displayName }) => (
              <option key={id} value={id}>
                {id === userId ? 'You' : displayName}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Against" hint="It can be two others. A large league offers its first 100.">
          <Select value={opponent ?? ''} onChange={(event) => setSecond(Number(event.target.value))}>
            {others.map(({ id, displayName }) => (
              <option key={id} value={id}>
                {id === userId ? 'You' : displayName}
              </option>
            ))}
          </Select>
        </Field>
        <div>
          <Button type="submit" kind="primary" size="sm" disabled={opponent === null}>
            Compare
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
