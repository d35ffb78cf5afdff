import type { GroupSeed, TaskSeed } from './types'

/** Everything of a task that its reader can see as text, named for the messages of failing tests. */
export function textsOf(task: TaskSeed): { where: string; text: string }[] {
  return [
    { where: `task ${task.id} title`, text: task.title },
    { where: `task ${task.id} description`, text: task.description },
    ...task.hints.map(hint => ({ where: `hint ${hint.id}`, text: hint.text })),
    ...task.flags.flatMap(flag => (flag.title ? [{ where: `flag ${flag.id}`, text: flag.title }] : [])),
    ...(task.writeup ? [{ where: `write-up of ${task.id}`, text: task.writeup.content }] : []),
    ...(task.lab?.endpoints ?? []).map(endpoint => ({ where: `lab of ${task.id}`, text: endpoint.label })),
  ]
}

export function tasksOf(group: GroupSeed): TaskSeed[] {
  return group.categories.flatMap(category => category.tasks)
}

const RESERVED_NAME = /(?:^|\.)(?:example|test|invalid|localhost)$|(?:^|\.)example\.(?:com|org|net)$/
const RESERVED_ADDRESS = /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}$|^127(?:\.\d{1,3}){1,3}$/
/** Ways to write the loopback address, which the tasks on forged requests teach. */
const LOOPBACK_SPELLINGS: ReadonlySet<string> = new Set(['2130706433', '0x7f000001', '[::1]'])

/** Hosts of addresses and IPv4 addresses in a text that are not reserved for documentation (RFC 2606, RFC 5737). */
export function foreignHosts(text: string): string[] {
  const inUrls = [...text.matchAll(/\b(?:https?|wss?|ftp):\/\/(\[[^\]]*\]|[^\s/:?#)'"`|]+)/g)].map(
    match => match[1] ?? '',
  )
  const inMail = [...text.matchAll(/[\w.+-]+@([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)/gi)].map(
    match => match[1] ?? '',
  )
  const inAddresses = [...text.matchAll(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g)].map(match => match[0])
  return [...inUrls, ...inMail, ...inAddresses].filter(
    host => !RESERVED_NAME.test(host) && !RESERVED_ADDRESS.test(host) && !LOOPBACK_SPELLINGS.has(host),
  )
}

/** Lines outside code blocks. */
export function proseOf(markdown: string): string[] {
  let isCode = false
  return markdown.split('\n').filter(line => {
    if (!/^\s*```/.test(line)) return !isCode
    isCode = !isCode
    return false
  })
}
