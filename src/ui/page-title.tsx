import type { ComponentProps, ReactNode, Ref } from 'react'
import { cx } from './cx'

export type PageTitleProps = {
  children: ReactNode
  /** Left of all lines. */
  icon?: ReactNode
  /** A short line above: the group, the status code. */
  eyebrow?: ReactNode
  lead?: ReactNode
  /** Larger on phones, with room above on wide screens: for pages without breadcrumbs. */
  isDisplay?: boolean | undefined
  /** Buttons at the end of the line; they wrap. */
  actions?: ReactNode
  /** Laid over all of it. */
  cover?: ReactNode
  ref?: Ref<HTMLHeadingElement> | undefined
  className?: string | undefined
}

/** The h1 of the page. Navigation moves focus to it by `[data-page-title]`. */
export function PageTitle(props: PageTitleProps) {
  const { children, icon, eyebrow, lead, isDisplay = false, actions, cover, ref, className } = props
  return (
    <div className={cx('relative flex flex-wrap items-start justify-between gap-x-6 gap-y-3', className)}>
      {icon && <span className="-mr-2 flex shrink-0 pt-1">{icon}</span>}
      <div className="flex min-w-0 flex-1 basis-[16rem] flex-col gap-2">
        {Boolean(eyebrow) && <div className="text-sm text-muted">{eyebrow}</div>}
        <h1
          ref={ref}
          tabIndex={-1}
          data-page-title
          className={cx(
            'font-display tracking-tight',
            isDisplay ? 'text-2xl md:pt-3' : 'text-xl md:text-2xl',
          )}
        >
          {children}
        </h1>
        {lead && <div className="text-muted">{lead}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      {cover}
    </div>
  )
}

export type SectionTitleProps = {
  level?: 2 | 3 | undefined
  children: ReactNode
  actions?: ReactNode
  /** For `aria-labelledby` of the section. */
  id?: string | undefined
  className?: string | undefined
}

export function SectionTitle({ level = 2, children, actions, id, className }: SectionTitleProps) {
  return (
    <div className={cx('flex flex-wrap items-center justify-between gap-x-4 gap-y-2', className)}>
      <Heading level={level} id={id} className={level === 2 ? 'text-lg' : 'text-base'}>
        {children}
      </Heading>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}

export type HeadingLevel = 2 | 3 | 4

export function Heading({ level, ...rest }: ComponentProps<'h2'> & { level: HeadingLevel }) {
  const Tag = `h${level}` as const
  return <Tag {...rest} />
}
