import { competencySeeds, groupSeeds } from './data/groups.gen'
import { makeHugeGroups } from './data/huge-groups'
import type { CategorySeed, CompetencySeed, GroupSeed, TaskSeed } from './data/types'

export interface TaskEntry {
  group: GroupSeed
  category: CategorySeed
  task: TaskSeed
}

/** The courses by id. Static: the same for every database of a scenario. */
export interface Content {
  readonly groups: ReadonlyMap<number, GroupSeed>
  readonly tasks: ReadonlyMap<number, TaskEntry>
  readonly tasksByGroup: ReadonlyMap<number, readonly TaskSeed[]>
  readonly competencies: readonly CompetencySeed[]
}

function indexContent(groups: readonly GroupSeed[], competencies: readonly CompetencySeed[]): Content {
  const tasks = new Map<number, TaskEntry>()
  const tasksByGroup = new Map<number, TaskSeed[]>()
  for (const group of groups) {
    const ofGroup: TaskSeed[] = []
    for (const category of group.categories) {
      for (const task of category.tasks) {
        if (tasks.has(task.id)) throw new Error(`Two tasks of the simulated platform have the id ${task.id}.`)
        tasks.set(task.id, { group, category, task })
        ofGroup.push(task)
      }
    }
    tasksByGroup.set(group.id, ofGroup)
  }
  return { groups: new Map(groups.map(group => [group.id, group])), tasks, tasksByGroup, competencies }
}

export const content: Content = indexContent(groupSeeds, competencySeeds)

let knownHuge: Content | undefined

/** The courses of a scenario. Those of `huge` are generated on first use. */
export function getContent(scenario: string): Content {
  if (scenario !== 'huge') return content
  knownHuge ??= indexContent([...groupSeeds, ...makeHugeGroups(groupSeeds.length)], competencySeeds)
  return knownHuge
}
