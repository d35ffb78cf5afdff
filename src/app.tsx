import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { getCrashMessages } from './i18n/crash-messages'
import { showChunkError } from './i18n/error-messages'
import type { AppRouter } from './router'
import { RootErrorBoundary } from './ui/error-boundary'
import { UiProvider } from './ui/ui-provider'

/** The application under its providers: the same tree in the browser, in tests and in prerendering. */
export const App = ({ router }: { router: AppRouter }) => (
  <RootErrorBoundary getMessages={getCrashMessages}>
    <UiProvider onPopupLoadError={showChunkError}>
      <QueryClientProvider client={router.options.context.queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>
  </RootErrorBoundary>
)
