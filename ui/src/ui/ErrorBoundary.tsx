import { Component, type ReactNode } from 'react'
import { reloadIfReachable } from './reload.ts'
import { ErrorState } from './State.tsx'

/** Shows an error state when a page throws. Pass the page's path as `key`, so that navigation resets it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <ErrorState title="Something went wrong" onRetry={() => void reloadIfReachable()}>
        We couldn’t show this page.
      </ErrorState>
    )
  }
}
