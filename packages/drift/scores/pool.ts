import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createTaskRunner, loadBenchmark, type Task, type TaskResult } from './tasks'

/** More than one, because tasks that wait for a slow server use no CPU. */
const TASKS_PER_WORKER = 2
const file = fileURLToPath(import.meta.url)

/** Runs all tasks in processes on all cores; results come in any order. Rejects when a process fails. */
export async function runTasks(
  tasks: readonly Task[],
  seed: string,
  onResult: (result: TaskResult) => void,
): Promise<void> {
  const queue = [...tasks]
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const child = fork(file, [seed])
      let open = 0
      const next = () => {
        const task = queue.shift()
        if (task) {
          open++
          child.send(task)
        } else if (open === 0 && child.connected) child.disconnect()
      }
      child.on('error', reject)
      child.on('exit', code => (code === 0 ? resolve() : reject(new Error(`A worker ended with ${code}.`))))
      child.on('message', result => {
        open--
        onResult(result as TaskResult)
        next()
      })
      for (let index = 0; index < TASKS_PER_WORKER; index++) next()
    })
  const count = Math.min(availableParallelism(), tasks.length)
  await Promise.all(Array.from({ length: count }, work))
}

if (process.argv[1] === file) {
  const run = createTaskRunner(loadBenchmark(process.argv[2] ?? ''))
  process.on('message', task => {
    run(task as Task).then(
      result => process.send?.(result),
      error => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}
