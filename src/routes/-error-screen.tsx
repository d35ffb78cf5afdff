import type { ErrorComponentProps } from '@tanstack/react-router'
import { RouteErrorPage } from '../features/error-page/route-error-page'
import { Framed } from './-framed'

/** What stands in place of a page that failed, unless its route has a page of its own for that. */
export const ErrorScreen = (props: ErrorComponentProps) => (
  <Framed>
    <RouteErrorPage {...props} />
  </Framed>
)
