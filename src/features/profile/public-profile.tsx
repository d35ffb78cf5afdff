import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../packages/contract/schema.gen'
import { ActivitySection } from './activity-section'
import { CompetencyTable } from './competency-table'
import { ExamBlocks } from './exams'
import { HardTasks } from './hard-tasks'
import { PublicCover } from './profile-cover'
import { NothingSolved, ProfilePage, useProfileView } from './profile-view'

interface PublicProfileProps {
  profile: Profile
  /** Validated as a path segment. */
  link: string
}

/** What everyone sees who has the link. Needs a key per link. */
export const PublicProfile = ({ profile, link }: PublicProfileProps) => {
  const { t } = useTranslation('sharing')
  const { view, exams, solves, activity, name, date } = useProfileView(profile)
  const isPrinting = useIsPrinting()
  const address = `${window.location.origin}/profile/${link}`
  return (
    // The address has the secret of the link, so it is on the page only while it is printed.
    <ProfilePage date={date} address={isPrinting ? address : null} className="mx-auto max-w-[65rem]">
      <PublicCover
        name={name}
        practice={{ since: activity?.since ?? null, tasks: view.tasks.done, hardTasks: solves.hardCount }}
        date={date}
        address={address}
      />
      {view.isUnknown || view.isEmpty ? (
        <NothingSolved view={view} exams={exams} />
      ) : (
        <>
          <ExamBlocks exams={exams} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19.5rem] print:block print:space-y-3">
            <CompetencyTable competencies={view.competencies} hasLinks={false} isShort />
            <div className="flex min-w-0 flex-col gap-4 md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:items-start print:block print:space-y-3">
              <HardTasks tasks={solves.hard} />
              {activity && <ActivitySection view={activity} />}
            </div>
          </div>
        </>
      )}
      <p className="max-w-prose text-sm text-muted print:hidden">{t('page.about')}</p>
    </ProfilePage>
  )
}

const useIsPrinting = (): boolean => {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser prints what is there when the listener returns.
    const start = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', start)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', start)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
