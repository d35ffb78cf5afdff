import { Component, type ReactNode } from 'react'
import { Button } from './button'
import { ErrorPage } from './error-page'
import { Main } from './main'

export type ErrorBoundaryProps = {
  /** Shown after an error; `retry` renders the children again. */
  fallback: (retry: () => void, error: unknown) => ReactNode
  children: ReactNode
}

/** Confines a render error, or a chunk that fails to load, to a part of the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { fallback, children } = this.props
    const { failure } = this.state
    return failure ? fallback(() => this.setState({ failure: null }), failure.error) : children
  }
}

export type RootErrorProps = { getMessages: () => { title: string; text: string; reload: string } }

/** The last resort: one sentence and a reload button. */
export function RootError({ getMessages }: RootErrorProps) {
  const { title, text, reload } = getMessages()
  return (
    <Main className="md:pt-16">
      <ErrorPage
        title={title}
        signal="distress"
        message={<p role="alert">{text}</p>}
        actions={
          <Button variant="primary" onClick={() => window.location.reload()}>
            {reload}
          </Button>
        }
      />
    </Main>
  )
}

/** Catches what no other boundary has caught, such as an error page that throws. */
export function RootErrorBoundary({ getMessages, children }: RootErrorProps & { children: ReactNode }) {
  return <ErrorBoundary fallback={() => <RootError getMessages={getMessages} />}>{children}</ErrorBoundary>
}
