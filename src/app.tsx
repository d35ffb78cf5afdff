import { RouterProvider } from '@tanstack/react-router'
import { crashText } from './i18n/crash-text'
import { tellMissingPart } from './i18n/tell-missing-part'
import type { AppRouter } from './router'
import { TopBoundary } from './ui/top-boundary'
import { UiProvider } from './ui/ui-provider'

interface AppProps {
  router: AppRouter
}

/** The whole application under its providers: the same tree in the browser, in tests and in the Node render. */
export const App = ({ router }: AppProps) => (
  <TopBoundary words={crashText}>
    <UiProvider onMissing={tellMissingPart}>
      <RouterProvider router={router} />
    </UiProvider>
  </TopBoundary>
)
