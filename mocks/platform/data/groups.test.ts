import { describe, expect, it } from 'vitest'
import { competencySeeds } from './competencies'
import { foreignHosts, tasksOf, textsOf } from './content-checks'
import { groupSeeds } from './groups'

const allTasks = groupSeeds.flatMap(tasksOf)

function groupById(id: number) {
  const group = groupSeeds.find(candidate => candidate.id === id)
  if (!group) throw new Error(`No group ${id}`)
  return group
}

function taskById(id: number) {
  const task = allTasks.find(candidate => candidate.id === id)
  if (!task) throw new Error(`No task ${id}`)
  return task
}

function repeated(values: readonly unknown[]): unknown[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

describe('groups', () => {
  it('stand in the order of their ids', () => {
    expect(groupSeeds.map(group => group.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('have codes of their own', () => {
    expect(repeated(groupSeeds.map(group => group.inviteCode))).toEqual([])
    expect(repeated(groupSeeds.flatMap(group => group.mnemonicCode ?? []))).toEqual([])
    for (const group of groupSeeds) expect(group.inviteCode, group.name).toMatch(/^[A-Z0-9-]{6,}$/)
  })

  it('are each in the state that the screens need', () => {
    const isRunning = (id: number) => {
      const { startsIn = 0, endsIn = 0 } = groupById(id)
      return startsIn < 0 && endsIn > 0
    }
    expect([1, 2, 5, 6, 7, 8].filter(id => !isRunning(id))).toEqual([])
    expect(groupById(3).startsIn).toBeGreaterThan(0)
    expect(groupById(4).endsIn).toBeLessThan(0)
    expect(groupById(4).mnemonicCode).toBeUndefined()
    expect(groupSeeds.filter(group => group.exam).map(group => group.id)).toEqual([5, 8])
    expect(groupById(6).hideLeaderboard).toBe(true)
    expect([groupById(1).participants, groupById(7).participants]).toEqual([59, 9999])
  })

  it('of the exams: one costs roubles and wants a report, one is by admission', () => {
    expect(groupById(5).exam).toMatchObject({ hours: 24, currency: 'RUB', reportRequired: true })
    expect(groupById(5).exam?.price).toBeGreaterThan(0)
    expect(groupById(8).exam?.price).toBeUndefined()
  })

  it('of English courses hold no Cyrillic', () => {
    const english = groupSeeds.filter(group => group.language === 'en')
    const texts = english.flatMap(group => [
      { where: `group ${group.id}`, text: group.name + group.description },
      ...group.categories.map(category => ({ where: `category ${category.id}`, text: category.name })),
      ...tasksOf(group).flatMap(textsOf),
    ])
    expect(texts.filter(({ text }) => /\p{Script=Cyrillic}/u.test(text)).map(({ where }) => where)).toEqual(
      [],
    )
  })

  it('link to reserved hosts only', () => {
    expect(groupSeeds.flatMap(group => foreignHosts(group.description))).toEqual([])
  })
})

describe('ids', () => {
  it('never repeat', () => {
    expect(repeated(allTasks.map(task => task.id))).toEqual([])
    expect(repeated(groupSeeds.flatMap(group => group.categories.map(category => category.id)))).toEqual([])
    expect(repeated(allTasks.flatMap(task => task.gitlabId ?? []))).toEqual([])
    expect(repeated(competencySeeds.map(competency => competency.id))).toEqual([])
  })

  it.each(groupSeeds)('of group $id come from the id of the group', group => {
    for (const category of group.categories) {
      expect(Math.floor(category.id / 10)).toBe(group.id)
      expect(category.tasks.length, category.name).toBeGreaterThan(0)
    }
    for (const task of tasksOf(group)) {
      expect(Math.floor(task.id / 100), task.title).toBe(group.id)
      expect(task.flags.map(flag => flag.id)).toEqual(task.flags.map((_, index) => task.id * 10 + index + 1))
      expect(task.hints.map(hint => hint.id)).toEqual(task.hints.map((_, index) => task.id * 10 + index + 1))
    }
  })

  it('of the learning-management system exist exactly where a group has a mnemonic code for tasks', () => {
    for (const task of allTasks) if (task.gitlabId) expect(task.gitlabId).toBe(task.id + 4000)
    for (const id of [1, 2]) expect(tasksOf(groupById(id)).filter(task => !task.gitlabId)).toEqual([])
  })
})

describe('the main course', () => {
  const tasks = tasksOf(groupById(1))

  it('has 34 tasks or more in six categories, of every difficulty in each', () => {
    expect(tasks.length).toBeGreaterThanOrEqual(34)
    expect(groupById(1).categories).toHaveLength(6)
    for (const category of groupById(1).categories) {
      const difficulties = new Set(category.tasks.map(task => task.difficulty))
      expect([...difficulties].sort(), category.name).toEqual(['easy', 'hard', 'medium'])
    }
  })

  it('has the tasks that the journeys rely on', () => {
    expect(taskById(101)).toMatchObject({ status: 'active', difficulty: 'easy', flags: [{}] })
    expect(taskById(101).lab).toBeUndefined()
    expect(taskById(102).flags.filter(flag => flag.title)).toHaveLength(3)
    expect(taskById(103).flags).toHaveLength(1)
    expect(taskById(104).lab).toMatchObject({ hasTerminal: true, expectedSeconds: 20 })
    expect(taskById(104).lab?.endpoints.map(endpoint => endpoint.protocol)).toEqual(['http', 'ssh'])
    expect(taskById(105).lab).toMatchObject({ expectedSeconds: 10, actualSeconds: 40 })
    expect(taskById(106).status).toBe('disabled')
    expect(taskById(107).status).toBe('hidden')
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

it('important tasks can be solved: all are active', () => {
  expect(allTasks.filter(task => task.important && task.status !== 'active')).toEqual([])
  for (const group of groupSeeds) {
    if (group.id !== 7)
      expect(
        tasksOf(group).some(task => task.important),
        group.name,
      ).toBe(true)
  }
})
