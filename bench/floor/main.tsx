import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import i18next from 'i18next'
import createClient from 'openapi-fetch'
import { createRoot } from 'react-dom/client'
import { Toaster } from 'react-hot-toast'
import { initReactI18next, useTranslation } from 'react-i18next'

/**
 * The floor that the product is compared with: its runtime packages, lazy pages of bare elements, and a few
 * translated messages. Built with Vite's defaults.
 */
await i18next.use(initReactI18next).init({
  lng: 'en',
  defaultNS: 'common',
  keySeparator: false,
  resources: {
    en: { common: { 'nav.label': 'Groups', 'count.points': '{{count}} points' } },
    ru: { common: { 'nav.label': 'Группы', 'count.points': '{{count}} баллов' } },
  },
})

interface Paths {
  [path: `/api/${string}`]: { get: { responses: { 200: { content: { 'application/json': unknown } } } } }
}
const api = createClient<Paths>()
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The key of a query is its path.
      queryFn: async ({ queryKey: [path] }) => (await api.GET(path as `/api/${string}`)).data ?? null,
      staleTime: Number.POSITIVE_INFINITY,
    },
  },
})

const rootRoute = createRootRoute({
  component: () => (
    <div lang={useTranslation().i18n.language}>
      <Outlet />
      <Toaster />
    </div>
  ),
})
const getParentRoute = () => rootRoute
const lists = (name: 'Groups' | 'Group' | 'Task') => lazyRouteComponent(() => import('./lists'), name)
const router = createRouter({
  routeTree: rootRoute.addChildren([
    createRoute({
      getParentRoute,
      path: '/login',
      component: lazyRouteComponent(() => import('./login'), 'Login'),
    }),
    createRoute({ getParentRoute, path: '/groups', component: lists('Groups') }),
    createRoute({ getParentRoute, path: '/group/$groupId', component: lists('Group') }),
    createRoute({ getParentRoute, path: '/group/$groupId/task/$taskId', component: lists('Task') }),
    createRoute({
      getParentRoute,
      path: '/group/$groupId/leaderboard',
      component: lazyRouteComponent(() => import('./board'), 'Board'),
    }),
  ]),
})

const container = document.getElementById('root')
if (!container) throw new Error('The page has no root.')
createRoot(container).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
