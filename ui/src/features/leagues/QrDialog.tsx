import encodeQR from 'qr'
import { styled } from 'styled-components'
import { Dialog } from '../../ui/Dialog.tsx'
import { Small, Stack } from '../../ui/layout.ts'

/** Empty modules around the code, which scanners need. */
const QUIET = 4

/* Dark on white in both themes: scanners expect it. */
const Code = styled.svg`
  width: min(100%, 18rem);
  justify-self: center;
  background: #fff;
  color: #000;
`

const Link = styled(Small)`
  overflow-wrap: anywhere;
  text-align: center;
`

/** Path of the dark modules of a code, one unit each. */
const modulesPath = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')

export function QrDialog({ name, link, onClose }: { name: string; link: string; onClose: () => void }) {
  const rows = encodeQR(link, 'raw', { ecc: 'medium', border: QUIET })
  return (
    <Dialog title="QR code" description={`Scan it to join ${name}.`} onClose={onClose}>
      <Stack>
        <Code
          role="img"
          aria-label={`QR code of ${link}`}
          viewBox={`0 0 ${rows.length} ${rows.length}`}
          shapeRendering="crispEdges"
        >
          <path fill="currentColor" d={modulesPath(rows)} />
        </Code>
        <Link as="p">{link}</Link>
      </Stack>
    </Dialog>
  )
}
