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
 * The floor of the first-load benchmark: the runtime packages of the product, three empty lazy pages, and one
 * translated key. Built with Vite's defaults.
 */
await i18next.use(initReactI18next).init({
  lng: 'en',
  defaultNS: 'common',
  keySeparator: false,
  resources: { en: { common: { 'nav.label': 'Groups' } } },
})

interface Paths {
  '/api/groups': { get: { responses: { 200: { content: { 'application/json': unknown[] } } } } }
}
const api = createClient<Paths>()
// The only request of the floor; made here, so the client is part of its first load, like in the product.
const queryFn = async () => (await api.GET('/api/groups')).data ?? []
const queryClient = new QueryClient({ defaultOptions: { queries: { queryFn } } })

const rootRoute = createRootRoute({
  component: () => (
    <div lang={useTranslation().i18n.language}>
      <Outlet />
      <Toaster />
    </div>
  ),
})
const getParentRoute = () => rootRoute
const router = createRouter({
  routeTree: rootRoute.addChildren([
    createRoute({
      getParentRoute,
      path: '/login',
      component: lazyRouteComponent(() => import('./login'), 'Login'),
    }),
    createRoute({
      getParentRoute,
      path: '/groups',
      component: lazyRouteComponent(() => import('./groups'), 'Groups'),
    }),
    createRoute({
      getParentRoute,
      path: '/about',
      component: lazyRouteComponent(() => import('./about'), 'About'),
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
