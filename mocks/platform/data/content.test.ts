import { describe, expect, it } from 'vitest'
import { findUnreservedHosts } from './find-unreserved-hosts'
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
const getTexts = (task: TaskSeed): string[] => [
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

function findDuplicates(values: readonly unknown[]): unknown[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

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
  it('are in the order of their ids', () => {
    expect(groupSeeds.map(group => group.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('have unique codes', () => {
    expect(findDuplicates(groupSeeds.map(group => group.inviteCode))).toEqual([])
    expect(findDuplicates(groupSeeds.flatMap(group => group.mnemonicCode ?? []))).toEqual([])
  })

  it('are in the states that the screens need', () => {
    const isRunning = (id: number) => {
      const { startsIn = 0, endsIn = 0 } = getGroup(id)
      return startsIn < 0 && endsIn > 0
    }
    expect([1, 2, 5, 6, 7, 8].filter(id => !isRunning(id))).toEqual([])
    expect(getGroup(3).startsIn).toBeGreaterThan(0)
    expect(getGroup(4).endsIn).toBeLessThan(0)
    expect(getGroup(4).mnemonicCode).toBeUndefined()
    expect(groupSeeds.filter(group => group.exam).map(group => group.id)).toEqual([5, 8])
    expect(getGroup(6).hideLeaderboard).toBe(true)
    expect([getGroup(1).participants, getGroup(7).participants]).toEqual([59, 9999])
  })

  it('include one exam that is paid and needs a report, and one that needs an admission', () => {
    expect(getGroup(5).exam).toMatchObject({ hours: 24, currency: 'RUB', reportRequired: true })
    expect(getGroup(5).exam?.price).toBeGreaterThan(0)
    expect(getGroup(8).exam?.price).toBeUndefined()
  })

  it('in English have no Cyrillic', () => {
    const texts = groupSeeds
      .filter(group => group.language === 'en')
      .flatMap(group => [
        group.name,
        group.description,
        ...group.categories.map(category => category.name),
        ...getTasks(group).flatMap(getTexts),
      ])
    expect(texts.filter(text => CYRILLIC.test(text))).toEqual([])
  })

  it('name only reserved hosts', () => {
    expect(groupSeeds.flatMap(group => findUnreservedHosts(group.description))).toEqual([])
  })

  it('have an important task each, except the championship', () => {
    const without = groupSeeds.filter(group => !getTasks(group).some(task => task.important))
    expect(without.map(group => group.id)).toEqual([7])
  })
})

describe('ids', () => {
  it('are unique', () => {
    expect(findDuplicates(allTasks.map(task => task.id))).toEqual([])
    expect(findDuplicates(allTasks.flatMap(task => task.gitlabId ?? []))).toEqual([])
    expect(findDuplicates(competencySeeds.map(competency => competency.id))).toEqual([])
  })

  it.each(groupSeeds)('of the tasks of group $id begin with the id of the group', group => {
    for (const task of getTasks(group)) expect(Math.floor(task.id / 100), task.title).toBe(group.id)
  })

  it('of the learning-management system are 4000 higher, and all tasks of groups 1 and 2 have one', () => {
    for (const task of allTasks) if (task.gitlabId) expect(task.gitlabId).toBe(task.id + 4000)
    for (const id of [1, 2]) expect(getTasks(getGroup(id)).filter(task => !task.gitlabId)).toEqual([])
  })
})

describe('group 1', () => {
  const tasks = getTasks(getGroup(1))

  it('has 34 tasks or more in six categories, of every difficulty in each', () => {
    expect(tasks.length).toBeGreaterThanOrEqual(34)
    expect(getGroup(1).categories).toHaveLength(6)
    for (const category of getGroup(1).categories) {
      const difficulties = new Set(category.tasks.map(task => task.difficulty))
      expect([...difficulties].sort(), category.name).toEqual(['easy', 'hard', 'medium'])
    }
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

  it('has a lab for about half of the tasks, and every kind of extra', () => {
    const labs = tasks.filter(task => task.lab).length
    expect(labs / tasks.length).toBeGreaterThan(0.4)
    expect(labs / tasks.length).toBeLessThan(0.7)
    expect(tasks.filter(task => task.writeup).length).toBeGreaterThanOrEqual(12)
    expect(new Set(tasks.map(task => task.writeup?.rule))).toEqual(
      new Set([undefined, 'always', 'after_solve']),
    )
    expect(new Set(tasks.map(task => task.hints.length))).toEqual(new Set([1, 2, 3]))
    expect(tasks.filter(task => task.hasLogViewer).length).toBeGreaterThan(1)
    expect(tasks.filter(task => task.attachments.length > 0).length).toBeGreaterThan(5)
  })
})

describe.each(allTasks)('task $id "$title"', task => {
  const texts = getTexts(task)

  it('has a real description', () => {
    expect(task.description.split(/\s+/).length).toBeGreaterThanOrEqual(20)
  })

  it('has flags that no text gives away', () => {
    for (const flag of task.flags) {
      if (task.flags.length > 1) expect(flag.title).toBeTruthy()
      expect(texts.filter(text => text.includes(flag.stem))).toEqual([])
    }
  })

  it('is worth more points than its hints cost', () => {
    expect(task.hints.reduce((sum, hint) => sum + hint.cost, 0)).toBeLessThan(task.points)
  })

  it('is active if it is important', () => {
    if (task.important) expect(task.status).toBe('active')
  })

  it('has only known competencies', () => {
    const known = new Set(competencySeeds.map(competency => competency.id))
    expect(task.competencies.filter(id => !known.has(id))).toEqual([])
  })

  it('names only reserved hosts and existing images', () => {
    expect(texts.flatMap(findUnreservedHosts)).toEqual([])
    for (const text of texts) {
      for (const [, alt, url] of text.matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)) {
        expect(alt).toBeTruthy()
        expect(taskImages).toHaveProperty([url?.replace('/files/images/', '') ?? ''])
      }
    }
  })

  it('is well-formed Markdown', () => {
    for (const text of getMarkdown(task)) {
      const fences = text.split('\n').filter(line => /^\s*```/.test(line))
      expect(fences.length % 2, 'each code block is closed').toBe(0)
      for (const [index, fence] of fences.entries()) {
        if (index % 2 === 0) expect(fence, 'each code block names its language').toMatch(/```[a-z]+$/)
      }
      const prose = getProse(text)
      expect(
        prose.filter(line => /^#{1,2} /.test(line)),
        'headings start from ###',
      ).toEqual([])
      expect(prose.join('\n').split('`').length % 2, 'inline code is closed').toBe(1)
    }
  })

  it('has a usable lab', () => {
    if (!task.lab) return
    expect(task.lab.extendWindowSeconds).toBeLessThan(task.lab.lifetimeSeconds)
    if (task.lab.hasTerminal)
      expect(task.lab.endpoints.some(end => end.protocol === 'ssh' || end.port === 53)).toBe(true)
  })
})

it('one description is very long', () => {
  expect(Math.max(...allTasks.map(task => task.description.split(/\s+/).length))).toBeGreaterThan(500)
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
