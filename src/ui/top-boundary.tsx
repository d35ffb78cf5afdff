import { Component, type ReactNode } from 'react'
import { Button } from './button'
import { ErrorPage } from './error-page'
import { Main } from './main'

export type TopFailureProps = { words: () => { title: string; text: string; reload: string } }

/** What is left when nothing else can be shown: one sentence, and the way to begin anew. */
export function TopFailure({ words }: TopFailureProps) {
  const { title, text, reload } = words()
  return (
    <Main className="md:pt-16">
      <ErrorPage
        title={title}
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

/** Above everything: takes what no other boundary has taken, the failure of an error page above all. */
export class TopBoundary extends Component<
  TopFailureProps & { children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { words, children } = this.props
    return this.state.hasFailed ? <TopFailure words={words} /> : children
  }
}
