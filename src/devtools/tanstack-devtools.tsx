import type { QueryClient } from '@tanstack/react-query'
import { ReactQueryDevtools } from '@tanstack/react-query-devtools'
import type { AnyRouter } from '@tanstack/react-router'
import { TanStackRouterDevtools } from '@tanstack/react-router-devtools'
import { createRoot } from 'react-dom/client'

declare global {
  interface Window {
    /** Nonce of the styles that the router's tools add, by goober. */
    __nonce__?: string
  }
}

/** Renders the tools of TanStack Query and Router in their own root. Only the development server imports this. */
export function mountTanStackDevtools(client: QueryClient, router: AnyRouter): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
  window.__nonce__ = nonce
  const container = document.createElement('div')
  container.dataset.noPrint = ''
  document.body.append(container)
  createRoot(container).render(
    <>
      <ReactQueryDevtools client={client} styleNonce={nonce} />
      <TanStackRouterDevtools router={router} />
    </>,
  )
}
