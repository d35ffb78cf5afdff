import { describe, expect, it } from 'vitest'
import { competencySeeds, groupSeeds } from './groups.gen'
import { taskImages } from './images.gen'
import { namePools } from './names.gen'
import type { GroupSeed, TaskSeed } from './types'

// The shape of each file is checked by `npm run generate` (mocks/content/schema.json).

const CYRILLIC = /\p{Script=Cyrillic}/u

const getTasks = (group: GroupSeed): TaskSeed[] => group.categories.flatMap(category => category.tasks)

const getMarkdown = (task: TaskSeed): string[] => [
  task.description,
  task.writeup?.content ?? '',
  ...task.hints.map(hint => hint.text),
]

/** Every text of a task that a user can read. */
const getStrings = (task: TaskSeed): string[] => [
  task.title,
  ...getMarkdown(task),
  ...task.flags.map(flag => flag.title ?? ''),
  ...(task.lab?.endpoints ?? []).map(endpoint => endpoint.label),
]

/** Lines outside code blocks. */
function getProse(markdown: string): string[] {
  let isCode = false
  return markdown.split('\n').filter(line => {
    if (!/^\s*```/.test(line)) return !isCode
    isCode = !isCode
    return false
  })
}

const findDuplicates = (values: readonly unknown[]) =>
  values.filter((value, index) => values.indexOf(value) !== index)

const allTasks = groupSeeds.flatMap(getTasks)

function getGroup(id: number): GroupSeed {
  const group = groupSeeds.find(candidate => candidate.id === id)
  if (!group) throw new Error(`No group ${id}`)
  return group
}

function getTask(id: number): TaskSeed {
  const task = allTasks.find(candidate => candidate.id === id)
  if (!task) throw new Error(`No task ${id}`)
  return task
}

describe('groups', () => {
  it('are in the order of their ids, with unique codes', () => {
    expect(groupSeeds.map(group => group.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(findDuplicates(groupSeeds.map(group => group.inviteCode))).toEqual([])
    expect(findDuplicates(groupSeeds.flatMap(group => group.mnemonicCode ?? []))).toEqual([])
  })

  it('are in the states that the screens need', () => {
    const isRunning = ({ startsIn = 0, endsIn = 0 }: GroupSeed) => startsIn < 0 && endsIn > 0
    expect(groupSeeds.filter(isRunning).map(({ id }) => id)).toEqual([1, 2, 5, 6, 7, 8])
    expect(getGroup(3).startsIn).toBeGreaterThan(0)
    expect(getGroup(4).endsIn).toBeLessThan(0)
    expect(getGroup(4).mnemonicCode).toBeUndefined()
    expect(getGroup(6).hideLeaderboard).toBe(true)
    expect([getGroup(1).participants, getGroup(7).participants]).toEqual([59, 9999])
    const withoutImportant = groupSeeds.filter(group => !getTasks(group).some(task => task.important))
    expect(withoutImportant.map(({ id }) => id)).toEqual([7])
  })

  it('include one exam that is paid and needs a report, and one that needs an admission', () => {
    expect(groupSeeds.filter(group => group.exam).map(({ id }) => id)).toEqual([5, 8])
    expect(getGroup(5).exam).toMatchObject({ hours: 24, currency: 'RUB', reportRequired: true })
    expect(getGroup(5).exam?.price).toBeGreaterThan(0)
    expect(getGroup(8).exam?.price).toBeUndefined()
  })

  it('in English have no Cyrillic', () => {
    const strings = groupSeeds
      .filter(({ language }) => language === 'en')
      .flatMap(group => [
        group.name,
        group.description,
        ...group.categories.map(({ name }) => name),
        ...getTasks(group).flatMap(getStrings),
      ])
    expect(strings.filter(text => CYRILLIC.test(text))).toEqual([])
  })
})

it('ids are unique and follow from those of the group', () => {
  expect(findDuplicates(allTasks.map(({ id }) => id))).toEqual([])
  expect(findDuplicates(competencySeeds.map(({ id }) => id))).toEqual([])
  for (const group of groupSeeds)
    for (const { id, gitlabId, title } of getTasks(group)) {
      expect(Math.floor(id / 100), title).toBe(group.id)
      // All tasks of groups 1 and 2 are in the learning-management system.
      if (gitlabId !== undefined || group.id <= 2) expect(gitlabId, title).toBe(id + 4000)
    }
})

describe('group 1', () => {
  const tasks = getTasks(getGroup(1))

  it('has 34 tasks or more in six categories, of every difficulty in each', () => {
    expect(tasks.length).toBeGreaterThanOrEqual(34)
    expect(getGroup(1).categories).toHaveLength(6)
    for (const { name, tasks: own } of getGroup(1).categories)
      expect(new Set(own.map(task => task.difficulty)).size, name).toBe(3)
  })

  it('has the tasks that the browser tests use', () => {
    expect(getTask(101)).toMatchObject({ status: 'active', difficulty: 'easy', flags: [{}] })
    expect(getTask(101).lab).toBeUndefined()
    expect(getTask(102).flags.filter(flag => flag.title)).toHaveLength(3)
    expect(getTask(103).flags).toHaveLength(1)
    expect(getTask(104).lab).toMatchObject({ hasTerminal: true, expectedSeconds: 20 })
    expect(getTask(104).lab?.endpoints.map(endpoint => endpoint.protocol)).toEqual(['http', 'ssh'])
    expect(getTask(105).lab).toMatchObject({ expectedSeconds: 10, actualSeconds: 40 })
    expect(getTask(106).status).toBe('disabled')
    expect(getTask(107).status).toBe('hidden')
  })

  it('has every kind of extra', () => {
    expect(new Set(tasks.map(task => task.writeup?.rule))).toEqual(
      new Set([undefined, 'always', 'after_solve']),
    )
    expect(new Set(tasks.map(task => task.hints.length))).toEqual(new Set([1, 2, 3]))
    expect(tasks.filter(task => task.hasLogViewer).length).toBeGreaterThan(1)
    expect(tasks.filter(task => task.attachments.length > 0).length).toBeGreaterThan(5)
  })
})

describe('tasks', () => {
  const competencies = new Set(competencySeeds.map(({ id }) => id))
  const rules: Record<string, (task: TaskSeed) => boolean> = {
    'have flags that no text gives away': task =>
      task.flags.every(({ stem }) => getStrings(task).every(text => !text.includes(stem))),
    'have a title for each of several flags': ({ flags }) =>
      flags.length === 1 || flags.every(({ title }) => title),
    'are worth more points than their hints cost': ({ hints, points }) =>
      hints.reduce((sum, { cost }) => sum + cost, 0) < points,
    'are active if they are important': ({ important, status }) => !important || status === 'active',
    'have known competencies': task => task.competencies.every(id => competencies.has(id)),
    'have images with an alternative text': task =>
      getStrings(task)
        .flatMap(text => [...text.matchAll(/!\[([^\]]*)\]\(\/files\/images\/([^)]*)\)|!\[/g)])
        .every(([, alt, name = '']) => alt && Object.hasOwn(taskImages, name)),
    'have code blocks that are closed and name their language': task =>
      getMarkdown(task).every(text => {
        const fences = text.split('\n').filter(line => /^\s*```/.test(line))
        return (
          fences.length % 2 === 0 &&
          fences.every((fence, index) => (index % 2 === 0 ? /```[a-z]+$/ : /```$/).test(fence))
        )
      }),
    'have headings from ###': task =>
      !getMarkdown(task)
        .flatMap(getProse)
        .some(line => /^#{1,2} /.test(line)),
    'have inline code that is closed': task =>
      getMarkdown(task).every(text => getProse(text).join('\n').split('`').length % 2 === 1),
    'have a usable lab': ({ lab }) =>
      !lab ||
      (lab.extendWindowSeconds < lab.lifetimeSeconds &&
        (!lab.hasTerminal || lab.endpoints.some(({ protocol, port }) => protocol === 'ssh' || port === 53))),
  }

  it.each(Object.entries(rules))('%s', (_, isMet) => {
    expect(allTasks.filter(task => !isMet(task)).map(({ id, title }) => `${id} ${title}`)).toEqual([])
  })

  it('include one with a very long description', () => {
    expect(Math.max(...allTasks.map(task => task.description.split(/\s+/).length))).toBeGreaterThan(500)
  })
})

it('Russian prose uses «ёлочки», not straight quotation marks', () => {
  const prose = groupSeeds
    .filter(group => group.language === 'ru')
    .flatMap(group => getTasks(group).flatMap(getMarkdown))
    .flatMap(text =>
      getProse(text)
        .join('\n')
        .replaceAll(/`[^`]*`/g, '')
        .split('\n'),
    )
  expect(prose.filter(line => /["“”]/.test(line))).toEqual([])
})

it.each(Object.entries(taskImages))('image %s is a complete drawing', (_, svg) => {
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+".*<\/svg>$/)
  expect(svg).not.toMatch(/<script|NaN|undefined/)
})

describe.each(Object.values(namePools))('names in "$language"', pool => {
  const names = pool.sets.flatMap(set => [...set.first, ...set.last]).join(' ')

  it('include right-to-left text, emoji and a very long username', () => {
    expect(names).toMatch(/[\p{Script=Arabic}\p{Script=Hebrew}]/u)
    expect(names).toMatch(/\p{Extended_Pictographic}/u)
    expect(Math.max(...pool.handles.map(handle => handle.length))).toBeGreaterThan(60)
  })

  it('are Cyrillic in Russian only', () => {
    expect(CYRILLIC.test(names)).toBe(pool.language === 'ru')
  })
})
