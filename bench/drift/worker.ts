import { createTaskRunner, loadBenchmark, type Task } from './tasks'

/** Runs tasks that the parent process sends until it disconnects. */
const work = createTaskRunner(loadBenchmark(process.argv[2] ?? ''))

process.on('message', task => {
  work(task as Task).then(
    result => process.send?.(result),
    error => {
      console.error(error)
      process.exit(1)
    },
  )
})
