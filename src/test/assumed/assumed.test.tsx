import { document as contract } from 'virtual:contract'
import { act, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type AssumedItem, findAssumedItems, omitFromAnswers } from '../../../packages/contract/assumed-items'
import { announcements } from '../../lib/announce'
import { clearCooldowns } from '../../lib/cooldowns'
import { toast } from '../../lib/toast'
import { expectMessages, findTitle, getText, type Messages, nonsense } from '../matrix/page'
import { ru } from '../messages'
import { withQuickRetries } from '../quick-retries'
import { renderRoute } from '../render-route'
import {
  flowsWithout,
  getFlow,
  getFlowNames,
  memberFlowNames,
  messagesWithout,
  messagesWithoutAny,
} from './flows'

/** Runs a flow on a platform that omits these items. */
const runFlow = async (
  name: string,
  omitted: readonly AssumedItem[],
  expected: Messages | undefined,
): Promise<void> => {
  const { path, as, scenario, prepare, isRetry, setUp, trigger, area, success } = getFlow(name)
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
    // The page itself has sent a call whose trigger is a retry: nothing has failed here.
    if (!isRetry) {
      await setUp?.()
      await trigger?.(page)
    }
    const messages = expected ?? success.messages
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
  for (const item of findAssumedItems(contract)) {
    // The matrix has the page without its own operation; another page that uses it is a flow.
    const names =
      item.kind === 'operation'
        ? (flowsWithout[item.name] ?? [])
        : item.locations.flatMap(({ operation, status }) => getFlowNames(operation, status))
    if (names.length === 0 && item.kind !== 'operation')
      throw new Error(`No flow depends on ${item.name}: add one to flows.ts.`)
    for (const name of new Set(names)) byFlow.set(name, [...(byFlow.get(name) ?? []), item])
  }
  return byFlow
}

withQuickRetries()

test.each([...getItemsByFlow()])(
  'the flow %s works without the assumed details of its answers',
  async (flow, items) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const isShown = ({ name }: AssumedItem) => `${name} ${flow}` in messagesWithout
    const hidden = items.filter(item => !isShown(item))
    // Together per operation: a page may read the same fact from two answers.
    const getOperation = ({ locations }: AssumedItem) =>
      locations.find(({ operation, status }) => getFlowNames(operation, status).includes(flow))?.operation
    const groups = [...new Set(hidden.map(getOperation))].map(operation =>
      hidden.filter(item => getOperation(item) === operation),
    )
    // Two answers at once, where a third may still say it.
    const answers = groups.filter(group => group.every(({ kind }) => kind === 'property'))
    const pairs =
      answers.length < 3
        ? []
        : answers.flatMap((one, at) => answers.slice(at + 1).map(other => [...one, ...other]))
    for (const group of [...groups, ...pairs, ...items.filter(isShown).map(item => [item])])
      await runFlow(
        flow,
        group,
        group.length === 1 ? messagesWithout[`${group[0]?.name} ${flow}`] : undefined,
      ).catch((cause: unknown) => {
        const names = group.map(({ name }) => name)
        const advice = `If the page may show something else, add '${names[0]} ${flow}' to messagesWithout in flows.ts`
        throw new Error(`${flow} fails without ${names.join(', ')}. ${advice}.`, { cause })
      })
    log.mockRestore()
  },
  120_000,
)

test.each(memberFlowNames)(
  'the flow %s works without any assumed property',
  async flow => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    await runFlow(
      flow,
      findAssumedItems(contract).filter(({ kind }) => kind === 'property'),
      messagesWithoutAny[flow],
    )
    log.mockRestore()
  },
  30_000,
)
