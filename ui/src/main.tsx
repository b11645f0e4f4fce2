import './theme/theme.ts'
import { setNonce } from 'get-nonce'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { StyleSheetManager } from 'styled-components'
import { SWRConfig } from 'swr'
import { swrDefaults } from './api/cache.ts'
import { http } from './api/http.ts'
import { Root } from './app/Root.tsx'
import { silenceExpectedRejections } from './lib/silence.ts'

silenceExpectedRejections(window)

/** The nonce of this response: without it the content security policy blocks all styles. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
if (nonce) setNonce(nonce)

// A transition renders in slices, so that the page stays responsive.
startTransition(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <StyleSheetManager nonce={nonce}>
        <SWRConfig value={{ ...swrDefaults, fetcher: (path: string) => http(path) }}>
          <Root />
        </SWRConfig>
      </StyleSheetManager>
    </StrictMode>,
  ),
)
