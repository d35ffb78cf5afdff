import { Link } from '@tanstack/react-router'
import { Radar as RadarIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../packages/contract/schema.gen'
import { useSession } from '../../api/use-session'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'
import { PictureButton } from './picture-button'
import { MemberCover, PrintButton } from './profile-cover'
import { getSubtitleName, getTitleName, hasProfile } from './profile-model'
import { parseSharing } from './profile-sharing'
import { getTotals, MemberSections, NothingSolved, ProfilePage, useProfileView } from './profile-view'
import { SharePanel } from './share-panel'

/** The own profile: publishing, and competencies with solved tasks as evidence. */
export const OwnProfile = ({ profile }: { profile: Profile }) => {
  const { user } = useSession()
  const own = useProfileView(profile)
  const { view, exams, date } = own
  // The session knows the name too.
  const name = own.name ?? (user && getTitleName({ user }))
  const { token } = parseSharing(profile)
  const address = token === null ? null : `${window.location.origin}/profile/${token}`
  const isShown = hasProfile(profile) && !view.isUnknown && !view.isEmpty
  return (
    <ProfilePage date={date} address={address}>
      <MemberCover
        name={name}
        username={getSubtitleName(own.name === null ? { user } : profile)}
        exams={isShown ? exams : []}
        {...getTotals(own)}
      >
        <SharePanel
          profile={profile}
          actions={
            isShown && (
              <>
                <PictureButton name={name ?? ''} view={view} exams={exams} />
                <PrintButton />
              </>
            )
          }
        />
      </MemberCover>
      {!hasProfile(profile) ? (
        <ProfileNotSupported />
      ) : view.isEmpty && exams.length === 0 ? (
        <FirstSteps isVerified={user?.email_verified !== false} />
      ) : isShown ? (
        <MemberSections own={own} hasLinks />
      ) : (
        <>
          <NothingSolved view={view} exams={exams} />
          {exams.length > 0 && <CompetenciesAhead />}
        </>
      )}
    </ProfilePage>
  )
}

/** Shown if the platform lacks the endpoint. */
const ProfileNotSupported = () => {
  const { t } = useTranslation('competencies')
  return (
    <Card>
      <EmptyState icon={<RadarIcon />} title={t('missing.title')} headingLevel={2}>
        <p>{t('missing.text')}</p>
      </EmptyState>
    </Card>
  )
}

/** An exam may be passed before any task that counts. */
const CompetenciesAhead = () => {
  const { t } = useTranslation('competencies')
  return (
    <Card>
      <EmptyState
        icon={<RadarIcon />}
        title={t('list.title')}
        headingLevel={2}
        action={
          <Link to="/groups" className={buttonClass({ variant: 'primary' })}>
            {t('empty.toGroups')}
          </Link>
        }
      >
        <p>{t('empty.shareText')}</p>
      </EmptyState>
    </Card>
  )
}

/** An own profile without a solved task. Above the page stands how to verify the email. */
const FirstSteps = ({ isVerified }: { isVerified: boolean }) => {
  const { t } = useTranslation('competencies')
  const first = isVerified ? 'open' : 'verify'
  return (
    <Card as="section" padding="lg" aria-labelledby="first-steps" className="flex flex-col gap-4">
      <h2 id="first-steps" className="text-lg">
        {t('empty.title')}
      </h2>
      <ol className="grid gap-x-8 gap-y-4 md:grid-cols-3">
        {([first, 'flag', 'share'] as const).map((step, at) => (
          <li key={step} className="flex min-w-0 gap-3">
            <span
              aria-hidden
              className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent-text"
            >
              {at + 1}
            </span>
            <div className="min-w-0">
              <p className="font-medium">{t(`empty.${step}`)}</p>
              <p className="text-sm text-pretty text-muted">{t(`empty.${step}Text`)}</p>
            </div>
          </li>
        ))}
      </ol>
      {isVerified && (
        <div>
          <Link to="/groups" className={buttonClass({ variant: 'primary' })}>
            {t('empty.toGroups')}
          </Link>
        </div>
      )}
    </Card>
  )
}
