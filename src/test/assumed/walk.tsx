import { act, screen, waitFor } from '@testing-library/react'
import { afterAll, expect, test, vi } from 'vitest'
import { announcements } from '../../lib/announce'
import { clearCooldowns } from '../../lib/cooldowns'
import { toast } from '../../lib/toast'
import { plain, textOf } from '../matrix/scene'
import { nonsense } from '../matrix/stage'
import { withQuickRetries } from '../quick-retries'
import { renderRoute } from '../render-route'
import { instead, jobOf, jobsOf, jobsWithout } from './jobs'
import { leaveOut } from './leave-out'
import { type Mark, readMarks } from './marks'

const crash = 'К сожалению, произошла ошибка'
/** The first page of a file loads the application's code. */
const coldLoad = { timeout: 30_000 }

const isThere = (words: readonly (string | RegExp)[], text: string): boolean =>
  words.every(word => (typeof word === 'string' ? text.includes(plain(word)) : word.test(text)))

/** Does one job on a platform that leaves these details out. */
const walk = async (job: string, marks: readonly Mark[]): Promise<void> => {
  const { path, as, scenario, prepare, arrive, send, place, done } = jobOf(job)
  announcements.clear()
  toast.clear()
  clearCooldowns()
  const page = await renderRoute(path, {
    clock: 'held',
    ...(as && { as }),
    ...(scenario && { scenario }),
    prepare: platform => {
      prepare?.(platform)
      leaveOut(marks, platform)
    },
  })
  try {
    await screen.findByRole('heading', { level: 1 }, coldLoad)
    const { router, queryClient } = page
    await waitFor(() => expect([queryClient.isFetching(), router.state.status]).toEqual([0, 'idle']))
    await arrive?.(page)
    await send?.(page)
    const words = marks.map(({ name }) => instead[`${name} ${job}`]).findLast(Boolean) ?? done.words
    await waitFor(() => {
      act(() => page.pass(100))
      const where = textOf((done.where ?? place)())
      if (!isThere(words, where)) throw new Error(`${words.join(' … ')} is not there: ${where.slice(0, 300)}`)
    })
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(textOf(document.body)).not.toMatch(nonsense)
    expect(textOf(document.body)).not.toContain(crash)
  } finally {
    page.close()
  }
}

const isFull = process.env.FLAGSHIP_TESTS === 'full'

/** `npm test` leaves out all assumed properties of a schema at once, `npm test -- --full` each one by itself. */
const groupsOf = (marks: readonly Mark[]): [name: string, marks: Mark[]][] => {
  const groups = new Map<string, Mark[]>()
  for (const mark of marks) {
    const name = isFull ? mark.name : (mark.name.split('.')[0] ?? '')
    groups.set(name, [...(groups.get(name) ?? []), mark])
  }
  return [...groups]
}

/** One test for each detail or schema: every job that lives on an answer with it is done without it. */
export const walkWithout = (shard: number, shards: number): void => {
  withQuickRetries()
  const marks = readMarks()
  const groups = groupsOf(marks)
  const walked = new Set<string>()
  afterAll(() => {
    vi.restoreAllMocks()
    if (walked.size > 0)
      process.stdout.write(
        `Assumed details walked without (${shard}/${shards}): ${walked.size} of ${marks.length}\n`,
      )
  })
  test.each(groups.filter((_, at) => at % shards === shard - 1))(
    'without %s the main job works',
    async (_, left) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      const jobs = new Set(
        left.flatMap(({ kind, name, places }) =>
          kind === 'operation'
            ? jobsWithout(name)
            : places.flatMap(({ operation, status }) => jobsOf(operation, status)),
        ),
      )
      expect(jobs.size).toBeGreaterThan(0)
      const failed: string[] = []
      for (const job of jobs)
        await walk(job, left).catch((error: unknown) =>
          failed.push(`${job}: ${error instanceof Error ? error.message.slice(0, 700) : error}`),
        )
      expect(failed.join('\n\n')).toBe('')
      for (const { name } of left) walked.add(name)
    },
    120_000,
  )
}
