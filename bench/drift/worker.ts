import { layField, makeWork, type Task } from './tasks'

/** One core's share of the benchmark: answers each task with its result, until the other side hangs up. */
const work = makeWork(layField(process.argv[2] ?? ''))

process.on('message', task => {
  work(task as Task).then(
    result => process.send?.(result),
    error => {
      console.error(error)
      process.exit(1)
    },
  )
})
