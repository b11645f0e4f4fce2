import { Component, type ReactNode } from 'react'
import { reloadIfReachable } from './reload.ts'
import { ErrorState } from './State.tsx'

/** Stands in for a page that broke. Give it the page's path as `key`. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <ErrorState title="Something went wrong" onRetry={() => void reloadIfReachable()}>
        This page could not be shown.
      </ErrorState>
    )
  }
}
