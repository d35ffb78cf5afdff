import type { ReactNode } from 'react'

export type SkipLinkProps = { targetId?: string | undefined; children: ReactNode }

/** Skips the header; the first tab stop, visible only while focused. */
export function SkipLink({ targetId = 'main', children }: SkipLinkProps) {
  return (
    <a
      href={`#${targetId}`}
      onClick={event => {
        const target = document.getElementById(targetId)
        if (!target) return
        event.preventDefault()
        target.focus()
        target.scrollIntoView()
      }}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:border focus:border-control focus:bg-raised focus:px-4 focus:py-2 focus:shadow-popup"
    >
      {children}
    </a>
  )
}
