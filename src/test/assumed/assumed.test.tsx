import { readFileSync } from 'node:fs'
import { act, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { announcements } from '../../lib/announce'
import { clearCooldowns } from '../../lib/cooldowns'
import { toast } from '../../lib/toast'
import { expectMessages, findTitle, getText, nonsense } from '../matrix/page'
import { ru } from '../messages'
import { withQuickRetries } from '../quick-retries'
import { renderRoute } from '../render-route'
import { type AssumedItem, findAssumedItems, omitFromAnswers } from './assumed-items'
import { getFlow, getFlowNames, getFlowNamesWithout, messagesWithout } from './flows'

/** `npm test -- --full` omits each item alone, otherwise as many at once as possible. */
const isFull = process.env.FLAGSHIP_TESTS === 'full'

/** Whether one item contains the other in an answer: omitting both would not test the inner one. */
const isContainer = (outer: AssumedItem, inner: AssumedItem): boolean =>
  outer.locations.some(({ operation, status, pointer = [] }) =>
    inner.locations.some(
      other =>
        other.operation === operation &&
        other.status === status &&
        pointer.length < (other.pointer?.length ?? 0) &&
        pointer.every((step, index) => step === other.pointer?.[index]),
    ),
  )

/** The items of a flow, in groups that are omitted together: items of one operation that do not contain each other. */
const groupItems = (flow: string, items: readonly AssumedItem[]): AssumedItem[][] => {
  const groups: AssumedItem[][] = []
  for (const item of items) {
    const isAlone = isFull || item.kind !== 'property' || `${item.name} ${flow}` in messagesWithout
    const [{ operation } = { operation: '' }] = item.locations.filter(location =>
      getFlowNames(location.operation, location.status).includes(flow),
    )
    // Not of several operations: a page may read the same fact from two answers.
    const group = groups.find(
      members =>
        !isAlone &&
        members.every(
          other =>
            other.locations.some(location => location.operation === operation) &&
            other.kind === 'property' &&
            !(`${other.name} ${flow}` in messagesWithout) &&
            !isContainer(item, other) &&
            !isContainer(other, item),
        ),
    )
    if (group) group.push(item)
    else groups.push([item])
  }
  return groups
}

/** Runs a flow on a platform that omits these items. */
const runFlow = async (name: string, omitted: readonly AssumedItem[]): Promise<void> => {
  const { path, as, scenario, prepare, setUp, trigger, area, success } = getFlow(name)
  announcements.clear()
  toast.clear()
  clearCooldowns()
  const page = await renderRoute(path, {
    clock: 'held',
    ...(as && { as }),
    ...(scenario && { scenario }),
    prepare: platform => {
      prepare?.(platform)
      omitFromAnswers(omitted, platform)
    },
  })
  try {
    const { router, queryClient } = page
    await findTitle()
    await waitFor(() => expect([queryClient.isFetching(), router.state.status]).toEqual([0, 'idle']))
    await setUp?.()
    await trigger?.(page)
    const [only] = omitted.length === 1 ? omitted : []
    const messages = messagesWithout[`${only?.name} ${name}`] ?? success.messages
    await waitFor(() => {
      act(() => page.pass(100))
      expectMessages(messages, (success.area ?? area)())
    })
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(getText(document.body)).not.toMatch(nonsense)
    expect(getText(document.body)).not.toContain(ru.errors.crash)
  } finally {
    page.close()
  }
}

const getItemsByFlow = (): Map<string, AssumedItem[]> => {
  const byFlow = new Map<string, AssumedItem[]>()
  for (const item of findAssumedItems()) {
    const names =
      item.kind === 'operation'
        ? getFlowNamesWithout(item.name)
        : item.locations.flatMap(({ operation, status }) => getFlowNames(operation, status))
    if (names.length === 0) throw new Error(`No flow depends on ${item.name}.`)
    for (const name of new Set(names)) byFlow.set(name, [...(byFlow.get(name) ?? []), item])
  }
  return byFlow
}

withQuickRetries()

test.each([...getItemsByFlow()])(
  'the flow %s works without the assumed details of its answers',
  async (flow, items) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const failed: string[] = []
    for (const group of groupItems(flow, items))
      await runFlow(flow, group).catch((error: unknown) => {
        const omitted = group.map(({ name }) => name).join(', ')
        failed.push(`Without ${omitted}: ${error instanceof Error ? error.message.slice(0, 700) : error}`)
      })
    log.mockRestore()
    expect(failed.join('\n\n')).toBe('')
  },
  120_000,
)

test('docs/assumed.md has a row for each assumed item of the contract', () => {
  const rows = [...readFileSync('docs/assumed.md', 'utf8').matchAll(/^\| `(.+?)` \| .+ \|$/gm)]
  const names = findAssumedItems().map(({ name }) => name)
  expect(rows.map(([, name]) => name).toSorted()).toEqual(names.toSorted())
})
