import { parseYaml } from '../lib/parse-yaml'

type Fields = Record<string, unknown>

/** Triggers that run with the rights of this repository on what somebody else has written. */
const foreignTriggers = [
  'pull_request_target',
  'workflow_run',
  'issue_comment',
  'issues',
  'discussion',
  'discussion_comment',
]

/** What a stranger may choose: a branch's name, a title. Put into a script, it is run. */
const strangersWords =
  /\$\{\{[^}]*\b(?:github\.(?:event|head_ref|ref_name|actor)|inputs|steps\.[\w-]+\.outputs)\b/

/** @returns one sentence for each thing in a GitHub workflow that gives more rights than its work needs (reliability case K07) */
export function workflowProblems(text: string): string[] {
  const workflow = parse(text)
  if (!isFields(workflow) || !isFields(workflow.jobs)) return ['It is no workflow.']
  return [
    ...triggersOf(workflow.on)
      .filter(trigger => foreignTriggers.includes(trigger))
      .map(trigger => `It is started by ${trigger}, with this repository's rights.`),
    ...(workflow.permissions === undefined ? ['It does not say its permissions.'] : []),
    ...permissionProblems(workflow.permissions),
    ...Object.entries(workflow.jobs).flatMap(([name, job]) =>
      isFields(job) ? jobProblems(job).map(problem => `${name}: ${problem}`) : [`${name} is no job.`],
    ),
  ]
}

function jobProblems(job: Fields): string[] {
  const images = [job.container, ...Object.values(isFields(job.services) ? job.services : {})]
  return [
    ...permissionProblems(job.permissions),
    ...(job.secrets === undefined ? [] : ['It hands secrets on.']),
    ...(typeof job['timeout-minutes'] === 'number' || job.uses !== undefined ? [] : ['It may run for ever.']),
    ...(typeof job.uses === 'string' ? actionProblems(job.uses) : []),
    ...images.flatMap(imageProblems),
    ...(Array.isArray(job.steps) ? stepProblems(job.steps) : []),
  ]
}

/** @returns the same for a list of steps alone, as documentation shows it */
function stepProblems(steps: unknown[]): string[] {
  return steps.flatMap(step => {
    if (!isFields(step)) return ['A step is none.']
    const { uses, run, with: settings } = step
    return [
      ...(typeof uses === 'string' ? actionProblems(uses) : []),
      ...(typeof run === 'string' && strangersWords.test(run) ? ["It runs a stranger's words."] : []),
      ...(typeof run === 'string' && /\b(?:curl|wget)\b[^\n]*\|\s*(?:sudo\s+)?(?:ba|z)?sh\b/.test(run)
        ? ['It runs what it downloads.']
        : []),
      ...(typeof uses === 'string' &&
      /^actions\/checkout@/.test(uses) &&
      !(isFields(settings) && settings['persist-credentials'] === false)
        ? ['It leaves its token in the checkout.']
        : []),
    ]
  })
}

/** Steps and workflows among the YAML blocks of a Markdown text; others, such as schemas, are none. */
export function documentedProblems(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/```ya?ml\n([\s\S]*?)```/g)].map(([, text = '']) => ({
    text,
    value: parse(text),
  }))
  return blocks.flatMap(({ text, value }) => {
    if (Array.isArray(value))
      return stepProblems(value.filter(step => isFields(step) && (step.uses ?? step.run)))
    return isFields(value) && isFields(value.jobs) ? workflowProblems(text) : []
  })
}

function triggersOf(on: unknown): string[] {
  return isFields(on) ? Object.keys(on) : [on].flat().map(String)
}

function permissionProblems(permissions: unknown): string[] {
  if (permissions === undefined) return []
  if (!isFields(permissions)) return [`Its permissions are ${permissions}.`]
  return Object.entries(permissions)
    .filter(([name, right]) => right !== 'none' && (right !== 'read' || name !== 'contents'))
    .map(([name, right]) => `It may ${right} ${name}.`)
}

function actionProblems(uses: string): string[] {
  if (uses.startsWith('./')) return []
  const isPinned = uses.startsWith('docker://') ? /@sha256:[0-9a-f]{64}$/ : /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/
  return isPinned.test(uses) ? [] : [`${uses} is not pinned by its hash.`]
}

function imageProblems(image: unknown): string[] {
  const name = isFields(image) ? image.image : image
  return name === undefined || /@sha256:[0-9a-f]{64}$/.test(String(name))
    ? []
    : [`${name} is not pinned by its hash.`]
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  try {
    return parseYaml(text)
  } catch {
    return undefined
  }
}
