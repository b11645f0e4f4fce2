import { useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Stack } from '../../ui/layout.ts'
import { NotFound } from '../../ui/NotFound.tsx'
import { Page } from '../../ui/Page.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'

export const Picture = styled.img`
  width: 100%;
  max-width: 37.5rem;
  height: auto;
  background: var(--header);
`

/** A public address: player, season, part and key. */
const ADDRESS = /^\/wrap\/\d+\/[\w-]+\/(half|season)\/\w+$/

/** The page of a shared wrap, for signed-in readers: its picture. */
export function SharedWrap() {
  const { pathname } = useLocation()
  return ADDRESS.test(pathname) ? <Shared path={pathname} /> : <NotFound />
}

function Shared({ path }: { path: string }) {
  usePageTitle('A season in six cards')
  return (
    <Page>
      <h1>A season in six cards</h1>
      <Panel title="The picture">
        <PanelBody>
          <Stack>
            <Picture src={`${path}/card.png`} alt="A player’s season in numbers" width={1200} height={630} />
            <div>
              <ButtonLink kind="primary" to="/wrap">
                Your own season
              </ButtonLink>
            </div>
          </Stack>
        </PanelBody>
      </Panel>
    </Page>
  )
}
