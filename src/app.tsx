import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { crashText } from './i18n/crash-text'
import { tellMissingPart } from './i18n/tell-missing-part'
import type { AppRouter } from './router'
import { TopBoundary } from './ui/top-boundary'
import { UiProvider } from './ui/ui-provider'

interface AppProps {
  router: AppRouter
  queryClient: QueryClient
}

/** The whole application under its providers: the same tree in the browser, in tests and in the Node render. */
export const App = ({ router, queryClient }: AppProps) => (
  <TopBoundary words={crashText}>
    <UiProvider onMissing={tellMissingPart}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>
  </TopBoundary>
)
