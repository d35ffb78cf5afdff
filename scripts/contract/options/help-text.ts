import { wrap } from '../report/formatting'
import { optionGroups } from './option-table'

const examples = `Reports where a server deviates from the contract of the Flagship client.

  contract-drift --url https://stage.example/api --login-env STAGE_LOGIN
  contract-drift --spec openapi.json
  contract-drift --har e2e.har
`

const endings = `Exit codes: 0 clean, 1 drift, 2 options, files or contract unusable, 3 target
unreachable or login failed, 4 coverage below the minimum.
Environment: CONTRACT_DRIFT_URL, CONTRACT_DRIFT_LOGIN, CONTRACT_DRIFT_TOKEN and
CONTRACT_DRIFT_FIXTURES stand for absent options; NO_COLOR and FORCE_COLOR.`

export function helpText(): string {
  const groups = optionGroups.map(({ title, rows }) => {
    const lines = rows.flatMap(({ name, value, help }) => {
      const head = `  --${name}${value === undefined ? '' : ` ${value}`}`
      return [head, ...wrap(help, 80, '      ')]
    })
    return [`${title}:`, ...lines].join('\n')
  })
  return [examples, ...groups, endings].join('\n\n').replace('\n\n\n', '\n\n')
}
