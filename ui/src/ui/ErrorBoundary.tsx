import { Component, type ReactNode } from 'react'
import { ErrorState } from './State.tsx'

/** Stands in for a page that broke, or whose code could not be loaded. Give it the page's path as `key`. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <ErrorState title="Something went wrong" onRetry={() => location.reload()}>
        This page could not be shown.
      </ErrorState>
    )
  }
}
