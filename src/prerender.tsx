import { createMemoryHistory } from '@tanstack/react-router'
import i18next from 'i18next'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { api } from './api/api'
import { makeQueryClient } from './api/query-client'
import { App } from './app'
import { loadTexts, type Namespace, startI18n } from './i18n/init'
import type { Language } from './lib/languages'
import { makeRouter } from './router'
import { Breadcrumbs } from './ui/breadcrumbs'
import { Header } from './ui/header'
import { Logo } from './ui/logo'
import { Main } from './ui/main'
import { PageTitle } from './ui/page-title'

/** What the production build renders ahead (design §9), in Node: no document, no session, no call. */
export interface RenderedPage {
  /** Markup of the root element. */
  body: string
  /** What stands where scripts do not run, beside the root element. */
  withoutScript: string
  /** Texts of the document's head, in words and not in markup. */
  title: string
  description: string
  /** Ids of the routes whose code the visit needs at once, and the names of its files of words. */
  routes: string[]
  words: Namespace[]
}

/** Pages that are rendered whole and come alive where they stand. */
export const wholePages = ['/login', '/registration', '/reset-password'] as const
export type WholePage = (typeof wholePages)[number]

/** Pages that need the deployment's configuration: only their frame is there ahead, with their name. */
export const framedPages = ['/contacts', '/legal'] as const
export type FramedPage = (typeof framedPages)[number]

const own = {
  '/login': { about: 'login', words: ['auth'] },
  '/registration': { about: 'registration', words: ['registration'] },
  '/reset-password': { about: 'reset', words: ['recovery'] },
  '/contacts': { about: 'contacts', words: ['info'] },
  '/legal': { about: 'legal', words: ['info'] },
} as const

const begin = async (language: Language): Promise<void> => {
  await startI18n(language)
  await loadTexts('meta')
}

interface Rendered {
  body: string
  page: WholePage | FramedPage | null
  /** What the document is called beside the product. */
  name: string | null
  routes: string[]
}

const finish = ({ body, page, name, routes }: Rendered): RenderedPage => {
  const { about, words } = page === null ? { about: 'app' as const, words: [] } : own[page]
  const product = i18next.t('product')
  return {
    body,
    withoutScript: renderToStaticMarkup(
      <noscript>
        <p className="border-b border-line p-4">{i18next.t('noScript', { ns: 'meta' })}</p>
      </noscript>,
    ),
    title: name === null ? product : `${name} · ${product}`,
    description: i18next.t(about, { ns: 'meta' }),
    routes,
    words: ['common', 'errors', ...words],
  }
}

/** Renders a page as its first visitor sees it. Rejects where the router does not end up on it. */
export const renderPage = async (path: WholePage, language: Language): Promise<RenderedPage> => {
  await begin(language)
  const queryClient = makeQueryClient()
  const history = createMemoryHistory({ initialEntries: [path] })
  // With scroll restoration the router writes an inline script.
  const router = makeRouter(queryClient, { session: api.session, history, scrollRestoration: false })
  await router.load()
  const { location, matches } = router.state
  if (location.pathname !== path || matches.some(({ status }) => status !== 'success'))
    throw new Error(`${path} does not render ahead: the router is at ${location.pathname}.`)
  const body = renderToString(<App router={router} />)
  const [, name = ''] = /<h1[^>]*>([^<&]+)<\/h1>/.exec(body) ?? []
  if (!name) throw new Error(`${path} has no heading to name the document by.`)
  return finish({ body, page: path, name, routes: matches.map(({ routeId }) => routeId) })
}

/** Renders what every page has in common: the header with the logo and room for content; of a framed page also its name. */
export const renderFrame = async (page: FramedPage | null, language: Language): Promise<RenderedPage> => {
  await begin(language)
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
      <div className="banner-room" />
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
  return finish({ body, page, name, routes })
}
