import { isObject, type JsonObject } from '../../lib/json'

export type Path = readonly (string | number)[]

export type Action = { readonly target: string } & ({ readonly update: unknown } | { readonly remove: true })

/**
 * A copy of the contract that records changes as overlay actions. Replaces by remove and add, since tools
 * merge lists differently.
 */
export class ContractDraft {
  readonly document: JsonObject
  private readonly done: Action[] = []

  constructor(document: JsonObject) {
    this.document = structuredClone(document)
  }

  takeActions(): Action[] {
    return this.done.splice(0)
  }

  at(path: Path): unknown {
    let value: unknown = this.document
    for (const key of path) value = holderOf(value)?.[key]
    return value
  }

  set(path: Path, value: unknown): void {
    const parent = holderOf(this.at(path.slice(0, -1)))
    const key = path.at(-1)
    if (!parent || key === undefined) return
    if (Object.hasOwn(parent, key)) this.done.push({ target: jsonPath(path), remove: true })
    this.done.push({ target: jsonPath(path.slice(0, -1)), update: { [key]: structuredClone(value) } })
    delete parent[key]
    parent[key] = structuredClone(value)
  }

  remove(path: Path): void {
    const parent = holderOf(this.at(path.slice(0, -1)))
    const key = path.at(-1)
    if (!parent || key === undefined || !Object.hasOwn(parent, key)) return
    this.done.push({ target: jsonPath(path), remove: true })
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
  }

  append(path: Path, entry: unknown): void {
    const list = this.at(path)
    if (Array.isArray(list)) {
      this.done.push({ target: jsonPath(path), update: structuredClone(entry) })
      list.push(structuredClone(entry))
    } else {
      this.set(path, [entry])
    }
  }
}

function holderOf(value: unknown): Record<string | number, unknown> | undefined {
  return isObject(value) || Array.isArray(value) ? (value as Record<string | number, unknown>) : undefined
}

/** RFC 9535: `$.paths['/groups/{id}'].get`. */
function jsonPath(path: Path): string {
  const steps = path.map(key => {
    if (typeof key === 'number') return `[${key}]`
    return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replaceAll(/['\\]/g, '\\$&')}']`
  })
  return `$${steps.join('')}`
}
