import { Inbox, Send, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Avatar } from '../ui/avatar'
import { Badge } from '../ui/badge'
import { Banner } from '../ui/banner'
import { Button } from '../ui/button'
import { Card } from '../ui/card'
import { Checkbox } from '../ui/checkbox'
import { Difficulty } from '../ui/difficulty'
import { EmptyState } from '../ui/empty-state'
import { ErrorPage } from '../ui/error-page'
import { Field } from '../ui/field'
import { FilterChip } from '../ui/filter-bar'
import { Kbd } from '../ui/kbd'
import { Logo } from '../ui/logo'
import { Meter } from '../ui/meter'
import { PageTitle } from '../ui/page-title'
import { Progress } from '../ui/progress'
import { Radar } from '../ui/radar'
import { Ring } from '../ui/ring'
import { SectionError } from '../ui/section-error'
import { Select } from '../ui/select'
import { SignalFlag } from '../ui/signal-flag'
import { type SignalLetter, signals } from '../ui/signals'
import { SkeletonText } from '../ui/skeleton'
import { Spinner } from '../ui/spinner'
import { StatusIcon } from '../ui/status-icon'
import { Stepper } from '../ui/stepper'
import '../ui/styles.css'
import { Switch } from '../ui/switch'
import { Tabs } from '../ui/tabs'
import { TextInput } from '../ui/text-input'
import { Textarea } from '../ui/textarea'

const tones = ['neutral', 'accent', 'success', 'warning', 'danger', 'info'] as const
const variants = ['primary', 'secondary', 'quiet', 'danger'] as const
const letters = Object.keys(signals) as SignalLetter[]
const shares = [1, 0.6, 0.15, 0.03]

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-3 border-t border-line pt-4">
    <h2 className="text-lg">{title}</h2>
    <div className="flex flex-wrap items-center gap-3">{children}</div>
  </section>
)

type ButtonVariant = ComponentProps<typeof Button>['variant']

const Buttons = ({ variant }: { variant: ButtonVariant }) => (
  <>
    <Button variant={variant} size="sm">
      {variant}
    </Button>
    <Button variant={variant} icon={<Send />}>
      {variant}
    </Button>
    <Button variant={variant} size="lg">
      {variant}
    </Button>
    <Button variant={variant} isPending>
      pending
    </Button>
    <Button variant={variant} disabledReason="The reason">
      disabled
    </Button>
  </>
)

const Controls = () => {
  const [isOn, setOn] = useState(true)
  const [tab, setTab] = useState('one')
  return (
    <>
      <Field label="Label" hint="Hint" labelEnd={<Kbd>F</Kbd>}>
        <TextInput defaultValue="Text" />
      </Field>
      <Field label="Label" error="What is wrong">
        <TextInput defaultValue="Text" isMono end={<Trash2 className="size-4" />} />
      </Field>
      <Field label="Label" isRequired>
        <Textarea defaultValue="Text" minRows={1} />
      </Field>
      <Field label="Label">
        <Select options={[{ value: '', label: 'Option' }]} />
      </Field>
      <Checkbox label="Checkbox" hint="Hint" defaultChecked />
      <Checkbox label="Checkbox" error="What is wrong" />
      <Switch label="On" isOn={isOn} onChange={() => setOn(!isOn)} />
      <Switch label="Saving" isOn={!isOn} isPending onChange={() => {}} />
      <FilterChip isSelected={isOn} count={12} onToggle={() => setOn(!isOn)}>
        Chip
      </FilterChip>
      <Tabs
        label="Tabs"
        value={tab}
        onChange={setTab}
        items={['one', 'two'].map(value => ({ value, label: value, panel: `Panel ${value}` }))}
      />
    </>
  )
}

const Kit = () => (
  <main className="flex min-w-0 flex-col gap-8 bg-canvas p-6 text-text">
    <PageTitle eyebrow="Eyebrow" lead="Lead" isDisplay actions={<Logo name="Flagship" />}>
      Kit
    </PageTitle>
    <Group title="Signals">
      {letters.map(letter => (
        <SignalFlag key={letter} signal={signals[letter]} className="size-10" />
      ))}
    </Group>
    <Group title="Progress">
      <Meter value={3} max={10} label="Solved" valueText="3 of 10" isCompact />
      {tones.map(tone => (
        <Meter key={tone} value={6} max={10} label={tone} valueText="60%" tone={tone} className="w-40" />
      ))}
      {shares.map((share, index) => (
        <Ring key={share} share={share} tone={tones[index] ?? 'neutral'} className="size-10" />
      ))}
      <div className="flex w-40 flex-col gap-3">
        <Progress label="Known" value={4} max={10} />
        <Progress label="Unknown" value={null} />
      </div>
      <Spinner />
      <SkeletonText lines={3} className="w-40" />
    </Group>
    <Group title="Buttons">
      {variants.map(variant => (
        <Buttons key={variant} variant={variant} />
      ))}
    </Group>
    <Group title="Controls">
      <Controls />
    </Group>
    <Group title="States">
      {tones.map(tone => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      {tones.map(tone => (
        <Badge key={tone} tone={tone} isSolid>
          {tone}
        </Badge>
      ))}
      {(['todo', 'progress', 'solved', 'locked', 'failed'] as const).map(status => (
        <StatusIcon key={status} status={status} label={status} isLabelVisible />
      ))}
      {([1, 2, 3] as const).map(level => (
        <Difficulty key={level} level={level} label={`Level ${level}`} />
      ))}
      {(['sm', 'md', 'lg', 'xl'] as const).map(size => (
        <Avatar key={size} name="Anna Orlova" size={size} />
      ))}
      {tones.map(tone => (
        <Banner key={tone} tone={tone} title={`Banner: ${tone}`} action={<Button size="sm">Action</Button>}>
          Text
        </Banner>
      ))}
    </Group>
    <Group title="Steps and charts">
      <Stepper
        label="Steps"
        steps={(['done', 'current', 'error', 'ahead'] as const).map(state => ({
          label: state,
          state,
          stateLabel: state,
        }))}
      />
      <Radar
        label="Radar"
        axes={[0.9, 0.4, 0.6, 0.2, 0.7].map((share, at) => ({
          key: at,
          name: `Axis ${at + 1}`,
          share,
        }))}
        className="w-full"
      />
    </Group>
    <Group title="Empty and failed">
      <Card className="w-full">
        <EmptyState icon={<Inbox />} title="Nothing yet" action={<Button>Action</Button>} />
      </Card>
      <SectionError title="Section error" message="Why" action={<Button size="sm">Retry</Button>} />
      {(['stop', 'keepClear', 'request', 'distress'] as const).map(signal => (
        <ErrorPage
          key={signal}
          title={signal}
          status="000"
          message="Message"
          signal={signal}
          signalText="Meaning"
        />
      ))}
    </Group>
  </main>
)

/** `/kit` of `npm start`: every component in its states, in both themes. No build contains it. */
const root = document.getElementById('kit')
if (root)
  createRoot(root).render(
    <div className="grid grid-cols-1 xl:grid-cols-2">
      {(['scheme-light', 'scheme-dark'] as const).map(scheme => (
        <div key={scheme} className={scheme}>
          <Kit />
        </div>
      ))}
    </div>,
  )
