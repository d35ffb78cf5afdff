import { type ReactNode, useId } from 'react'
import { Card } from '../../ui/card'
import { Heading } from '../../ui/heading'

/** The frame of whatever stands between a visitor and the group. */
export const EntryCard = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Card as="section" padding="lg" aria-labelledby={id} className="flex flex-col gap-4">
      <Heading level={2} id={id} className="text-lg">
        {title}
      </Heading>
      {children}
    </Card>
  )
}
