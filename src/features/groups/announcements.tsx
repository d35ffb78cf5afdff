import { ChevronDown, Megaphone } from 'lucide-react'
import { type ComponentType, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getCurrentAttempt } from '../../api/attempts'
import type { Group } from '../../api/responses'
import { formatDate, formatNumber, parseMoment } from '../../lib/format'
import { serverClock } from '../../lib/server-clock'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { SectionTitle } from '../../ui/page-title'
import {
  type Announcement,
  getAnnouncements,
  getReadKeys,
  isNew,
  storeRead,
  toPreview,
} from './announcements-model'

interface AnnouncementsProps {
  group: Group
  /** Markdown; that of the tasks. */
  Text: ComponentType<{ source: string; idPrefix: string }>
}

/** What the teachers tell a group: the newest with the beginning of its text, the others folded. */
export const Announcements = ({ group, Text }: AnnouncementsProps) => {
  const { t, i18n } = useTranslation('groups')
  const id = useId()
  const all = useMemo(() => getAnnouncements(group), [group])
  const [readKeys, setReadKeys] = useState(() => getReadKeys(group.id))
  const [openedAt] = useState(serverClock.now)
  const [isUnfolded, setUnfolded] = useState(false)
  const [newest] = all
  if (!newest) return null
  // During an exam and after it, what was said before is folded.
  const startedAt = parseMoment(getCurrentAttempt(group)?.started_at)
  const isPast = startedAt !== null && newest.publishedAt !== null && newest.publishedAt < startedAt
  const isShownNew = (one: Announcement) => !isPast && isNew(one, readKeys, openedAt)
  const newCount = all.filter(isShownNew).length
  const markRead = ({ key }: Announcement) => {
    storeRead(group.id, key, all)
    setReadKeys(getReadKeys(group.id))
  }
  return (
    <Card as="section" padding="none" aria-labelledby={id} className="flex flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 sm:px-6">
        <Megaphone className="size-4 shrink-0 text-muted" />
        <SectionTitle id={id}>{t('announcements.title')}</SectionTitle>
        {newCount > (isShownNew(newest) ? 1 : 0) && (
          <Badge tone="accent">
            {t('announcements.newCount', { number: formatNumber(newCount, i18n.language) })}
          </Badge>
        )}
      </div>
      <ul className="divide-y divide-line">
        {(isUnfolded ? all : [newest]).map(one => (
          <Item
            key={one.key}
            announcement={one}
            isNew={isShownNew(one)}
            hasPreview={one === newest && !isPast}
            Text={Text}
            onOpen={() => markRead(one)}
          />
        ))}
      </ul>
      {all.length > 1 && (
        <Button
          size="sm"
          variant="quiet"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className="mb-2 ml-1 self-start sm:ml-3"
        >
          {isUnfolded ? t('description.less') : t('announcements.older', { count: all.length - 1 })}
        </Button>
      )}
    </Card>
  )
}

interface ItemProps extends Pick<AnnouncementsProps, 'Text'> {
  announcement: Announcement
  isNew: boolean
  hasPreview: boolean
  onOpen: () => void
}

const Item = ({ announcement, isNew, hasPreview, onOpen, Text }: ItemProps) => {
  const { t, i18n } = useTranslation('groups')
  const id = useId()
  const { title, text, publishedAt } = announcement
  const [isOpen, setOpen] = useState(false)
  const date = publishedAt !== null && formatDate(publishedAt, i18n.language)
  const name = title || date || t('announcements.untitled')
  const toggle = () => {
    setOpen(!isOpen)
    onOpen()
  }
  return (
    <li className="flex flex-col gap-1 px-4 py-2 last:pb-4 sm:px-6">
      <div className="flex flex-col gap-1">
        <h3 className="min-w-0 text-base font-medium">
          {text ? (
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={toggle}
              className="flex min-h-6 items-start gap-2 rounded-control text-left wrap-anywhere hover:underline pointer-coarse:min-h-control"
            >
              <ChevronDown className={cx('mt-1 size-4 shrink-0 text-muted', isOpen && 'rotate-180')} />
              <bdi>{name}</bdi>
            </button>
          ) : (
            <bdi className="wrap-anywhere">{name}</bdi>
          )}
        </h3>
        {(isNew || (title && date)) && (
          <p className={cx('flex items-center gap-3', text && 'pl-6')}>
            {isNew && <Badge tone="accent">{t('announcements.new')}</Badge>}
            {title && date && <span className="text-sm text-muted">{date}</span>}
          </p>
        )}
      </div>
      {isOpen && text && (
        <div className="pb-2 pl-6">
          <Text source={text} idPrefix={`announcement-${id}-`} />
        </div>
      )}
      {!isOpen && hasPreview && text && (
        <p className="ml-6 line-clamp-2 max-w-prose max-sm:hidden text-sm text-muted">
          <bdi>{toPreview(text)}</bdi>
        </p>
      )}
    </li>
  )
}
