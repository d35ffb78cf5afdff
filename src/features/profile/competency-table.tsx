import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '../../i18n/lazy-component'
import { SectionBoundary } from '../../i18n/section-boundary'
import { focusOnMount } from '../../lib/focus'
import { Button } from '../../ui/button'
import { Card, stretchedLinkClass } from '../../ui/card'
import { cx } from '../../ui/cx'
import { Bar } from '../../ui/meter'
import { SectionTitle } from '../../ui/page-title'
import { Spinner } from '../../ui/spinner'
import { type CompetencyView, formatAmount, formatShare, getLevel } from './profile-model'

/** Rarely opened, so its code and translations are lazy. */
const EvidenceList = lazyComponent(() => import('./evidence-list').then(part => part.EvidenceList), 'task')

const SHORT_ROWS = 7
/** As many as fit on a page with the rest of the profile. */
const PRINTED_ROWS = 10

interface CompetencyTableProps {
  /** Strongest first. */
  competencies: readonly CompetencyView[]
  /** Whether the user may open the tasks. */
  hasLinks: boolean
  /** Shows the strongest until the others are asked for. */
  isShort: boolean
}

export const CompetencyTable = ({ competencies, hasLinks, isShort }: CompetencyTableProps) => {
  const { t } = useTranslation('competencies')
  const [isExpanded, setExpanded] = useState(false)
  const isCut = isShort && !isExpanded && competencies.length > SHORT_ROWS
  const shown = isCut ? competencies.slice(0, PRINTED_ROWS) : competencies
  const unprinted = competencies.length - PRINTED_ROWS
  return (
    <Card as="section" padding="none" aria-labelledby="by-competency" className="@container overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3">
        <SectionTitle id="by-competency">{t('list.title')}</SectionTitle>
        {competencies.some(({ evidence }) => evidence.length > 0) && (
          <p className="text-xs text-muted @max-xl:hidden print:hidden">{t('list.hint')}</p>
        )}
      </div>
      {competencies.length === 0 ? (
        <p className="border-t border-line px-4 py-3 text-muted">{t('list.none')}</p>
      ) : (
        <table aria-labelledby="by-competency" className="w-full border-collapse text-sm">
          <Head />
          <tbody>
            {shown.map((competency, at) => (
              <Row
                key={competency.number}
                competency={competency}
                hasLinks={hasLinks}
                isFocused={isShort && isExpanded && at === SHORT_ROWS}
                className={
                  at >= PRINTED_ROWS
                    ? 'print:hidden'
                    : isCut && at >= SHORT_ROWS
                      ? 'hidden print:table-row'
                      : undefined
                }
              />
            ))}
          </tbody>
        </table>
      )}
      {isCut && (
        <div data-no-print className="border-t border-line px-1 py-1">
          <Button variant="quiet" size="sm" onClick={() => setExpanded(true)}>
            {t('list.more', { count: competencies.length - SHORT_ROWS })}
          </Button>
        </div>
      )}
      {unprinted > 0 && (
        <p className="hidden border-t border-line px-4 py-1 text-sm text-muted print:block">
          {t('list.rest', { total: unprinted })}
        </p>
      )}
    </Card>
  )
}

/** Columns of wide tables; a narrow one has their values on the second line of a row. */
const wide = 'hidden @xl:table-cell'
const wider = 'hidden @3xl:table-cell'

const Head = () => {
  const { t } = useTranslation('competencies')
  return (
    <thead className="bg-sunken text-xs text-muted @max-xl:sr-only">
      <tr>
        <th scope="col" className="px-4 py-2 text-start font-medium">
          {t('list.name')}
        </th>
        <th scope="col" className={cx(wide, 'px-2 text-start font-medium')}>
          {t('list.share')}
        </th>
        <th scope="col" className={cx(wide, 'px-2 text-end font-medium')}>
          {t('list.tasks')}
        </th>
        <th scope="col" className={cx(wider, 'px-2 text-end font-medium')}>
          {t('list.points')}
        </th>
        <th scope="col" className="px-3 text-start font-medium">
          {t('list.level')}
        </th>
        <td className="w-8 print:hidden" />
      </tr>
    </thead>
  )
}

interface RowProps {
  competency: CompetencyView
  hasLinks: boolean
  isFocused: boolean
  className: string | undefined
}

/** Its solved tasks open in a row below. Nothing of them is rendered until then: there may be 100,000 (M01). */
const Row = ({ competency, hasLinks, isFocused, className }: RowProps) => {
  const { t } = useTranslation('competencies')
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { points, tasks, share, evidence } = competency
  const name = competency.name ?? t('list.unnamed')
  const hasEvidence = evidence.length > 0
  const amount = formatAmount(tasks)
  return (
    <>
      <tr
        className={cx(
          'h-[2.625rem] border-t border-line print:h-auto',
          hasEvidence && 'row-link hover:bg-canvas',
          className,
        )}
      >
        <th
          scope="row"
          ref={isFocused ? focusOnMount : null}
          tabIndex={isFocused ? -1 : undefined}
          className="py-2 ps-4 pe-3 text-start leading-tight font-medium text-balance @xl:py-1"
        >
          {hasEvidence ? (
            <>
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={isOpen ? id : undefined}
                onClick={() => setOpen(!isOpen)}
                className={cx(stretchedLinkClass, 'min-h-6 text-start leading-tight print:hidden')}
              >
                <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
              </button>
              <bdi className="hidden print:inline">{name}</bdi>
            </>
          ) : (
            <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
          )}
          {share !== null && (
            <span className="mt-1.5 block @xl:hidden">
              <ShareBar share={share} />
              <span className="sr-only">{formatShare(share)}</span>
            </span>
          )}
        </th>
        <td className={cx(wide, 'w-[13rem] px-2 text-muted @3xl:w-[10rem]')}>
          {share === null ? (
            '—'
          ) : (
            <span className="flex items-center gap-2 tabular-nums">
              <ShareBar share={share} />
              <span className="min-w-[2.75rem] text-end text-xs">{formatShare(share)}</span>
            </span>
          )}
        </td>
        <td className={cx(wide, 'w-[5rem] px-2 text-end whitespace-nowrap tabular-nums')}>{amount}</td>
        <td className={cx(wider, 'w-[8rem] px-2 text-end whitespace-nowrap tabular-nums')}>
          {formatAmount(points)}
        </td>
        <td className="py-2 text-end whitespace-nowrap text-muted @xl:w-[6.5rem] @xl:px-3 @xl:py-1 @xl:text-start">
          <span className="block">{t(`level.${getLevel(competency)}`)}</span>
          <span className="block text-xs tabular-nums @xl:hidden">{amount}</span>
        </td>
        <td className="w-8 ps-1 pe-3 print:hidden">
          {hasEvidence && (
            <ChevronDown
              className={cx('size-4 text-subtle transition-transform duration-fast', isOpen && 'rotate-180')}
            />
          )}
        </td>
      </tr>
      {isOpen && (
        <tr id={id} className="print:hidden">
          <td colSpan={6} className="px-4 pb-3">
            <SectionBoundary>
              <EvidenceList tasks={evidence} hasLinks={hasLinks} pending={<Spinner />} />
            </SectionBoundary>
          </td>
        </tr>
      )}
    </>
  )
}

/** The same value as the text beside it. */
const ShareBar = ({ share }: { share: number }) => (
  <Bar share={share} className="block h-2 fill-accent" hasQuarters />
)
