import { Component, type ReactNode } from 'react'

export type ErrorBoundaryProps = {
  /** Shown after an error; `retry` renders the children again. */
  fallback: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Confines a render error, or a chunk that fails to load, to a part of the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { fallback, children } = this.props
    return this.state.hasFailed ? fallback(() => this.setState({ hasFailed: false })) : children
  }
}
