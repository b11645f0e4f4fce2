import { useState } from 'react'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { TestFixture } from '../../../../src/areas/testing/contract.ts'
import { shared } from '../../api/shared.ts'
import { Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import type { Testing } from './api.ts'
import { Halves } from './Halves.ts'
import { JobForm, Jobs } from './JobForm.tsx'
import { stateOf } from './model.ts'
import { reads } from './reads.ts'

const Console = styled.pre`
  margin-top: var(--s3);
  padding: var(--s3);
  overflow-x: auto;
  font: 500 var(--t1) / 1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  background: var(--header);
  color: var(--on-header);
  white-space: pre;

  i {
    color: var(--header-muted);
    font-style: normal;
  }
`

export function Simulation({ testing }: { testing: Testing }) {
  const { data: fixtures } = useSWR<Fixture[]>(shared.currentFixtures.key, shared.currentFixtures.fresh)
  const now = fixtures?.[0]?.gameweek
  return (
    <Halves>
      <Jobs title="One gameweek">
        <JobForm
          kind="generate-predictions"
          title="Predictions for a gameweek"
          fields={['gameweek', 'users', 'seed']}
          initial={{ gameweek: now }}
          action="Generate Predictions"
          testing={testing}
        >
          Every test user picks all open matches. Closed matches stay closed, as for players.
        </JobForm>
        <CompleteGameweek now={now} testing={testing} />
        <JobForm
          kind="generate"
          title="Generate data"
          fields={['gameweeks', 'users', 'seed']}
          action="Generate Data"
          testing={testing}
        >
          Predictions, leagues, messages, shares and comments by test users.
        </JobForm>
      </Jobs>
      <Stack data-gap="wide">
        <Jobs title="Several gameweeks">
          <JobForm
            kind="full-simulation"
            title="Full simulation"
            fields={['gameweeks', 'users', 'seed']}
            action="Run Full Simulation"
            isPrimary
            testing={testing}
          >
            Users, predictions, results, settling and achievements, gameweek after gameweek.
          </JobForm>
          <JobForm
            kind="open-season"
            title="A season before its first match"
            fields={['users', 'seed']}
            action="Open Season"
            testing={testing}
          >
            It begins in a week and becomes the current season. Most test users predict its final table. It stays after
            a clear.
          </JobForm>
        </Jobs>
        <Terminal />
      </Stack>
    </Halves>
  )
}

function CompleteGameweek({ now, testing }: { now: number | undefined; testing: Testing }) {
  const [typed, type] = useState<{ gameweek: number | null } | null>(null)
  const gameweek = typed ? typed.gameweek : (now ?? null)
  const { data } = useSWR<TestFixture[]>(gameweek === null ? null : reads.gameweek.key(gameweek), {
    keepPreviousData: true,
  })
  return (
    <JobForm
      kind="simulate"
      title="Simulate one gameweek"
      fields={['gameweek', 'seed']}
      initial={{ gameweek: now }}
      onValue={(field, value) => field === 'gameweek' && type({ gameweek: value })}
      note={
        data && gameweek !== null ? (
          <Small as="p" role="status">
            {stateOf(data)}
          </Small>
        ) : null
      }
      action="Complete Gameweek"
      testing={testing}
    >
      Results drawn from a seeded Poisson model: the same seed gives the same gameweek.
    </JobForm>
  )
}

function Terminal() {
  return (
    <Panel title="From the terminal">
      <PanelBody>
        <Small as="p">Single events, checked against the rules of the game.</Small>
        <Console tabIndex={0} role="group" aria-label="Examples">
          <i>$</i> npm run emit -- MatchFinished --json '
          {'{"fixtureId": "Arsenal v Chelsea", "homeScore": 2, "awayScore": 1}'}'{'\n'}
          <i>MatchFinished fixture-demo-arsenal-fc-chelsea-fc@1</i>
          {'\n'}
          <i>$</i> npm run emit -- PredictionSubmitted --as test_ann --json '
          {'{"fixtureId": "Arsenal v Chelsea", "predictedResult": "home"}'}'{'\n'}
          <i>Prediction period has ended</i>
          {'\n'}
          <i>$</i> npm run emit -- --list
        </Console>
      </PanelBody>
    </Panel>
  )
}
