import { Flame, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { parseActivity } from '../../api/activity'
import type { Profile } from '../../api/schema.gen'
import { serverClock } from '../../lib/server-clock'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { SignalFlag } from '../../ui/signal-flag'
import { getSignal, signals } from '../../ui/signals'
import { type CompetencyView, getLevel, getSubtitleName, getTitleName } from './profile-model'

interface ProfileCoverProps {
  profile: Profile
  competencies: readonly CompetencyView[]
}

/** Who this is, at the top of a profile that goes into a CV: name, streak, and the flags that were earned. */
export const ProfileCover = ({ profile, competencies }: ProfileCoverProps) => {
  const { t } = useTranslation('competencies')
  const name = getTitleName(profile)
  const username = getSubtitleName(profile)
  const streak = parseActivity(profile.activity, serverClock.now())?.streak ?? 0
  const earned = competencies.filter(({ share }) => share !== null && getLevel(share) > 0)
  const flags = [...new Set(earned.map(competency => getSignal(competency.name ?? '')))]
  return (
    <Card padding="lg" className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar name={name ?? username ?? ''} size="xl" />
      <div className="flex min-w-0 flex-1 basis-[14rem] flex-col gap-1">
        <p className="font-display text-xl wrap-anywhere">
          <bdi>{name ?? username ?? t('someone')}</bdi>
        </p>
        {name !== null && username !== null && (
          <p className="text-sm text-muted wrap-anywhere">
            <bdi>{username}</bdi>
          </p>
        )}
        {streak > 1 && (
          <p className="flex items-center gap-1.5 text-sm font-medium text-signal">
            <Flame className="size-4 shrink-0" />
            {t('cover.streak', { count: streak })}
          </p>
        )}
      </div>
      {/* The list below names them. */}
      {flags.length > 0 && (
        <div className="flex flex-wrap gap-1 border-t-2 border-control pt-1" aria-hidden>
          {flags.map(letter => (
            <SignalFlag key={letter} signal={signals[letter]} className="size-10" />
          ))}
        </div>
      )}
      <Button data-no-print icon={<Printer />} onClick={() => window.print()}>
        {t('cover.print')}
      </Button>
    </Card>
  )
}
