import './theme/fonts.css'
import './theme/tokens.css'
import './theme/base.css'
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

/** This answer's nonce: without it the content security policy lets no style through. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
if (nonce) setNonce(nonce)

// As a transition it is drawn in slices: the page answers while it comes.
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
