import { useId, useState } from 'react'
import { styled } from 'styled-components'
import { Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody, PanelBox } from '../../ui/Panel.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type Testing, useCurrentGameweek, useTestGameweek } from './api.ts'
import { Halves } from './Halves.ts'
import { JobForm } from './JobForm.tsx'
import { stateOf } from './model.ts'

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

/** A gameweek's predictions and results, data around them, or all of it for several gameweeks. */
export function Simulation({ testing }: { testing: Testing }) {
  const id = useId()
  const now = useCurrentGameweek()
  const ofNow = now === undefined ? {} : { gameweek: now }
  return (
    <Halves>
      <PanelBox aria-labelledby={id}>
        <VisuallyHidden as="h2" id={id}>
          One gameweek
        </VisuallyHidden>
        <JobForm
          kind="generate-predictions"
          title="Predictions for a gameweek"
          fields={['gameweek', 'users', 'seed']}
          initial={ofNow}
          command={({ gameweek, users, seed }) =>
            `npm run testing -- generate-predictions ${gameweek} --users ${users} --seed ${seed}`
          }
          action="Generate Predictions"
          testing={testing}
        >
          Every test user picks what is open. Closed matches are refused, as for players.
        </JobForm>
        <CompleteGameweek now={now} testing={testing} />
        <JobForm
          kind="generate"
          title="Generate data"
          fields={['gameweeks', 'users', 'seed']}
          command={({ gameweeks, users, seed }) =>
            `npm run testing -- generate ${gameweeks} --users ${users} --seed ${seed}`
          }
          action="Generate Data"
          testing={testing}
        >
          Predictions, leagues, messages, shares and comments of the test users.
        </JobForm>
      </PanelBox>
      <Stack data-gap="wide">
        <FullSimulation testing={testing} />
        <Terminal />
      </Stack>
    </Halves>
  )
}

function CompleteGameweek({ now, testing }: { now: number | undefined; testing: Testing }) {
  const [typed, type] = useState<{ gameweek: number | null } | null>(null)
  const gameweek = typed ? typed.gameweek : (now ?? null)
  const { data } = useTestGameweek(gameweek)
  return (
    <JobForm
      kind="simulate"
      title="Simulate one gameweek"
      fields={['gameweek', 'seed']}
      initial={now === undefined ? {} : { gameweek: now }}
      onValue={(field, value) => field === 'gameweek' && type({ gameweek: value })}
      note={
        data && gameweek !== null ? (
          <Small as="p" role="status">
            {stateOf(data)}
          </Small>
        ) : null
      }
      command={(values) => `npm run testing -- simulate ${values.gameweek} --seed ${values.seed}`}
      action="Complete Gameweek"
      testing={testing}
    >
      Results drawn from a seeded Poisson model: the same seed gives the same gameweek.
    </JobForm>
  )
}

function FullSimulation({ testing }: { testing: Testing }) {
  const id = useId()
  return (
    <PanelBox aria-labelledby={id}>
      <VisuallyHidden as="h2" id={id}>
        Several gameweeks
      </VisuallyHidden>
      <JobForm
        kind="full-simulation"
        title="Full simulation"
        fields={['gameweeks', 'users', 'seed']}
        command={({ gameweeks, users, seed }) =>
          `npm run testing -- full-simulation ${gameweeks} --users ${users} --seed ${seed}`
        }
        action="Run Full Simulation"
        isPrimary
        testing={testing}
      >
        Users, predictions, results, settling and achievements, gameweek after gameweek.
      </JobForm>
    </PanelBox>
  )
}

/** How testers emit single events. */
function Terminal() {
  return (
    <Panel title="From the terminal">
      <PanelBody>
        <Small as="p">Single events, by the rules of the game. What the game would refuse is refused.</Small>
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
