import { useLocation } from 'react-router-dom'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Stack } from '../../ui/layout.ts'
import { NotFound } from '../../ui/NotFound.tsx'
import { Page } from '../../ui/Page.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Picture } from './Picture.ts'

interface SharedPictureProps {
  /** Pattern of the public address. */
  address: RegExp
  title: string
  alt: string
  /** The reader’s own page. */
  own: { to: string; label: string }
}

/** The page of something that a player has shared, for signed-in readers: its picture. */
export function SharedPicture({ address, ...about }: SharedPictureProps) {
  const { pathname } = useLocation()
  return address.test(pathname) ? <Shared path={pathname} {...about} /> : <NotFound />
}

function Shared({ path, title, alt, own }: Omit<SharedPictureProps, 'address'> & { path: string }) {
  usePageTitle(title)
  return (
    <Page>
      <h1>{title}</h1>
      <Panel title="The picture">
        <PanelBody>
          <Stack>
            <Picture src={`${path}/card.png`} alt={alt} width={1200} height={630} />
            <div>
              <ButtonLink kind="primary" to={own.to}>
                {own.label}
              </ButtonLink>
            </div>
          </Stack>
        </PanelBody>
      </Panel>
    </Page>
  )
}
