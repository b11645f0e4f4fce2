import { Eye, Lock } from 'lucide-react'
import { styled } from 'styled-components'
import type { SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { count } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Row, Stack } from '../../ui/layout.ts'
import { PitchLines } from '../../ui/PitchLines.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { written } from '../../ui/Written.ts'
import type { Summary } from './model.ts'

/** Longer titles are set smaller. */
const LONG = 40

export const CouponBackdrop = styled.div`
  container: head / inline-size;
  position: relative;
  overflow: hidden;
  background: var(--header);
  color: var(--on-header);
  --focus: var(--accent);
`

/* The panel's cut corner shows the page's background. */
const Lines = styled(PitchLines)`
  && {
    left: 70%;
  }
`

export const CouponIn = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s4);
  padding: var(--s4);
  --draw: var(--on-header);
  --draw-tint: var(--header-2);

  p {
    color: var(--header-muted);
    ${written}
  }
  @container head (min-width: 37.5rem) {
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: end;
    gap: var(--s5);
    padding: var(--s5);
  }
`

const Title = styled.h1`
  max-width: 20ch;
  font-size: clamp(1.75rem, 8cqw, 3rem);
  line-height: 1;
  overflow-wrap: anywhere;

  &[data-long] {
    max-width: 34ch;
    font-size: clamp(1.5rem, 6cqw, 2rem);
    line-height: 1.05;
  }
`

const Quiet = styled.span`
  color: var(--header-muted);

  &[data-small] {
    font-size: var(--t1);
  }
`

const By = styled(Row)`
  --also: var(--header-muted);
  overflow-wrap: anywhere;

  & > :last-child {
    min-width: 0;
  }
  & > :first-child {
    background: var(--header-2);
    color: var(--on-header);
  }
  & > :first-child[data-you] {
    color: var(--lit-num);
  }
`

const Verdict = styled.dl`
  display: flex;
  align-items: flex-end;
  flex-wrap: wrap;
  gap: var(--s2) var(--s4);

  div {
    display: flex;
    flex-direction: column;
  }
  dt {
    order: 2;
    font-size: var(--t1);
    line-height: 1.25;
    color: var(--header-muted);
  }
  dd {
    font: 600 var(--t5) / 1 var(--board);
  }
  [data-big] dd {
    font-size: var(--t7);
    line-height: 0.82;
  }
  [data-big] dt {
    margin-top: 5px;
  }
  @container head (min-width: 37.5rem) {
    justify-content: flex-end;
    text-align: end;
    max-width: 16.25rem;

    [data-big] {
      flex: 1 0 100%;
    }
    [data-big] dd {
      font-size: 5.5rem;
    }
  }
`

export function CouponHead({ share, summary, id }: { share: SharedPrediction; summary: Summary; id: string }) {
  const { title, description, isPublic, createdAt, user, isMine } = share
  return (
    <CouponBackdrop>
      <Lines />
      <CouponIn>
        <Stack>
          <Row>
            <Badge>
              {isPublic ? <Eye aria-hidden /> : <Lock aria-hidden />}
              {isPublic ? 'Public' : 'Private'}
            </Badge>
            <Quiet data-small>{dateText(createdAt)}</Quiet>
          </Row>
          <Title id={id} data-long={title.length > LONG || undefined}>
            {title}
          </Title>
          {description && <p>{description}</p>}
          <By data-nowrap>
            <Avatar username={user?.username ?? '–'} image={user?.profileImage} isYou={isMine} />
            <span>
              <Quiet>Shared by</Quiet>{' '}
              <b>
                <PlayerName id={user?.id ?? null} name={user?.username ?? 'Anonymous'} also={user?.displayName} />
              </b>
            </span>
          </By>
        </Stack>
        <Verdict>
          <div data-big>
            <dt>{summary.big.label}</dt>
            <dd>{count(summary.big.value)}</dd>
          </div>
          {summary.small.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Verdict>
      </CouponIn>
    </CouponBackdrop>
  )
}
