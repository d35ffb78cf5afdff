import { createMemoryHistory } from '@tanstack/react-router'
import i18next from 'i18next'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { api } from './api/api'
import { createQueryClient } from './api/query-client'
import { App } from './app'
import { loadMessages, type Namespace, startI18n } from './i18n/init'
import type { Language } from './lib/languages'
import { NOT_STARTED_ID } from './lib/not-started'
import { makeRouter } from './router'
import { Breadcrumbs } from './ui/breadcrumbs'
import { Header } from './ui/header'
import { Logo } from './ui/logo'
import { Main } from './ui/main'
import { PageTitle } from './ui/page-title'

/** What the production build prerenders in Node: no document, no session, no request. */
export interface RenderedPage {
  body: string
  /** What stands beside the root element for a page without scripts: switched off, or not started. */
  noscript: string
  /** Plain text for the head. */
  title: string
  description: string
  /** Ids of the routes to preload, and their message namespaces. */
  routes: string[]
  namespaces: Namespace[]
}

/** Pages that are rendered completely and hydrated. */
export const prerenderedPages = ['/login', '/registration', '/reset-password'] as const
export type PrerenderedPath = (typeof prerenderedPages)[number]

/** Pages that need `config.json`: only the layout and the title are rendered. */
export const shellPages = ['/contacts', '/legal'] as const
export type ShellPath = (typeof shellPages)[number]

const pageMeta = {
  '/login': { descriptionKey: 'login', namespaces: ['auth'] },
  '/registration': { descriptionKey: 'registration', namespaces: ['registration'] },
  '/reset-password': { descriptionKey: 'reset', namespaces: ['recovery'] },
  '/contacts': { descriptionKey: 'contacts', namespaces: ['info'] },
  '/legal': { descriptionKey: 'legal', namespaces: ['info'] },
} as const

/** Pages that signed-in users open first, and the lazy parts that they show at once; these load beside the application. */
const memberPages = [
  { address: '/', parts: ['src/features/home/week-card.tsx'] },
  { address: '/groups', parts: [] },
  { address: '/group/1', parts: ['src/features/groups/announcements.tsx'] },
  { address: '/group/1/leaderboard', parts: ['src/api/leaderboard-response.ts'] },
  { address: '/group/1/task/1', parts: ['src/ui/markdown/markdown-body.tsx'] },
]

export interface MemberPage {
  /** The path of the route, as in `/group/$groupId`. */
  path: string
  routes: string[]
  namespaces: Namespace[]
  /** Source files. */
  parts: string[]
}

/** What the app shell preloads for signed-in users. */
export const getMemberPages = (): MemberPage[] => {
  const history = createMemoryHistory()
  const router = makeRouter(createQueryClient(), { session: api.session, history, scrollRestoration: false })
  return memberPages.map(({ address, parts }) => {
    const matches = router.matchRoutes(address)
    const routes = matches.map(({ routeId }) => routeId)
    return {
      // That of an index route ends with a slash.
      path: (matches.at(-1)?.fullPath ?? address).replace(/(?<=.)\/$/, ''),
      routes,
      namespaces: routes.flatMap(id => [...(router.routesById[id].options.staticData?.namespaces ?? [])]),
      parts,
    }
  })
}

const initI18n = async (language: Language): Promise<void> => {
  await startI18n(language)
  await loadMessages('meta')
}

interface Rendered {
  body: string
  page: PrerenderedPath | ShellPath | null
  /** Title of the page. */
  name: string | null
  routes: string[]
}

const toRenderedPage = ({ body, page, name, routes }: Rendered): RenderedPage => {
  const { descriptionKey, namespaces } =
    page === null ? { descriptionKey: 'app' as const, namespaces: [] } : pageMeta[page]
  const product = i18next.t('product')
  return {
    body,
    noscript: renderToStaticMarkup(
      <>
        <noscript>
          <p className="border-b border-line p-4">{i18next.t('noScript', { ns: 'meta' })}</p>
        </noscript>
        <p
          id={NOT_STARTED_ID}
          className="not-started fixed inset-x-0 bottom-0 border-t border-line bg-raised p-4 text-center"
        >
          {i18next.t('notStarted', { ns: 'meta' })}
        </p>
      </>,
    ),
    title: name === null ? product : `${name} · ${product}`,
    description: i18next.t(descriptionKey, { ns: 'meta' }),
    routes,
    namespaces: ['common', 'errors', ...namespaces],
  }
}

/** Renders a page for a first visit. Rejects if the router redirects. */
export const renderPage = async (path: PrerenderedPath, language: Language): Promise<RenderedPage> => {
  await initI18n(language)
  const queryClient = createQueryClient()
  const history = createMemoryHistory({ initialEntries: [path] })
  // Scroll restoration would add an inline script.
  const router = makeRouter(queryClient, { session: api.session, history, scrollRestoration: false })
  await router.load()
  const { location, matches } = router.state
  if (location.pathname !== path || matches.some(({ status }) => status !== 'success'))
    throw new Error(`${path} does not render ahead: the router is at ${location.pathname}.`)
  const body = renderToString(<App router={router} />)
  const [, name = ''] = /<h1[^>]*>([^<&]+)<\/h1>/.exec(body) ?? []
  if (!name) throw new Error(`${path} has no heading to name the document by.`)
  return toRenderedPage({ body, page: path, name, routes: matches.map(({ routeId }) => routeId) })
}

/** Renders the app shell: the header with the logo, and the title of the page if given. */
export const renderShell = async (page: ShellPath | null, language: Language): Promise<RenderedPage> => {
  await initI18n(language)
  const t = i18next.getFixedT(language, 'common')
  const name = page && t(page === '/legal' ? 'page.legal' : 'page.contacts')
  const body = renderToString(
    <>
      <Header
        start={
          <a href="/" className="rounded-control">
            <Logo name={t('product')} />
          </a>
        }
        end={null}
      />
      <div className="banner-slot" />
      <div className="operator-slot" />
      <Main>
        {name && (
          <>
            <Breadcrumbs label="" items={[]} />
            <PageTitle>{name}</PageTitle>
          </>
        )}
      </Main>
    </>,
  )
  const routes = page === null ? [] : ['__root__', '/_public', `/_public${page}`]
  return toRenderedPage({ body, page, name, routes })
}
