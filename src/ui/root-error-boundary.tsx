import type { ReactNode } from 'react'
import { Button } from './button'
import { ErrorBoundary } from './error-boundary'
import { ErrorPage } from './error-page'
import { Main } from './main'

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
