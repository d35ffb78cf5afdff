import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Task, TaskResult } from './tasks'

export type PoolOptions = {
  readonly seed: string
  readonly onProgress: (done: number, result: TaskResult) => void
}

/** More than one, because tasks that wait for a slow server use no CPU. */
const TASKS_PER_WORKER = 2
const worker = fileURLToPath(new URL('./worker.ts', import.meta.url))

/** Runs all tasks on all cores; results come in any order. Rejects when a worker fails. */
export async function runTasks(
  tasks: readonly Task[],
  { seed, onProgress }: PoolOptions,
): Promise<TaskResult[]> {
  const queue = [...tasks]
  const results: TaskResult[] = []
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const child = fork(worker, [seed])
      let open = 0
      const next = () => {
        const task = queue.shift()
        if (task) {
          open++
          child.send(task)
        } else if (open === 0) child.disconnect()
      }
      child.on('error', reject)
      child.on('exit', code => (code === 0 ? resolve() : reject(new Error(`A worker ended with ${code}.`))))
      child.on('message', result => {
        open--
        results.push(result as TaskResult)
        onProgress(results.length, result as TaskResult)
        next()
      })
      for (let index = 0; index < TASKS_PER_WORKER; index++) next()
    })
  const count = Math.min(availableParallelism(), tasks.length)
  await Promise.all(Array.from({ length: count }, work))
  return results
}
