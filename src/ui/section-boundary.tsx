import { Component, type ReactNode } from 'react'

export type SectionBoundaryProps = {
  /** Shown when the section broke; `retry` renders it anew. */
  failed: (retry: () => void) => ReactNode
  children: ReactNode
}

/** A section that breaks, or whose code does not come, costs itself and nothing around it. */
export class SectionBoundary extends Component<SectionBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { failed, children } = this.props
    return this.state.hasFailed ? failed(() => this.setState({ hasFailed: false })) : children
  }
}
