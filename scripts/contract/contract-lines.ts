import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml'
import { unescapeStep } from '../lib/json'

/**
 * `openapi/paths/groups.yaml:37` by key: `getGroup` (operation), `getGroup 200` (response), `getGroup path
 * id` (parameter), `login body/username` (property of an inline body), `startLab 409/running` (of an inline
 * response), `User` and `User/username` (named schema and property).
 */
export type ContractLines = Readonly<Record<string, string>>

type YamlLocation = { readonly file: string; readonly offset: number; readonly node: unknown }

const methods = ['get', 'put', 'post', 'patch', 'delete']

export function readContractLines(folder: string): ContractLines {
  return new SourceReader(folder).read('openapi.yaml')
}

class SourceReader {
  private readonly folder: string
  private readonly opened = new Map<string, { root: unknown; lines: LineCounter }>()
  private readonly found = new Map<string, string>()

  constructor(folder: string) {
    this.folder = folder
  }

  read(entry: string): ContractLines {
    const root: YamlLocation = { file: entry, offset: 0, node: this.open(entry).root }
    for (const [, path] of this.entries(this.child(root, 'paths'))) {
      const item = this.resolve(path)
      for (const [method, operation] of this.entries(item))
        if (methods.includes(method)) this.readOperation(operation, item)
    }
    for (const name of readdirSync(join(this.folder, 'schemas'))
      .filter(file => /\.ya?ml$/.test(file))
      .sort()) {
      const file = `schemas/${name}`
      this.readSchema(name.replace(/\.ya?ml$/, ''), { file, offset: 0, node: this.open(file).root }, true)
    }
    return Object.fromEntries([...this.found].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  private readOperation(operation: YamlLocation, item: YamlLocation): void {
    const id = this.textAt(operation, 'operationId')
    this.addLine(id, operation)
    for (const owner of [item, operation]) {
      for (const listed of this.items(this.child(owner, 'parameters'))) {
        const parameter = this.resolve(listed)
        this.addLine(`${id} ${this.textAt(parameter, 'in')} ${this.textAt(parameter, 'name')}`, parameter)
      }
    }
    const body = this.child(operation, 'requestBody')
    this.addLine(`${id} body`, body)
    this.readContent(`${id} body`, body)
    for (const [status, response] of this.entries(this.child(operation, 'responses'))) {
      this.addLine(`${id} ${status}`, response)
      this.readContent(`${id} ${status}`, response)
    }
  }

  private readContent(owner: string, location: YamlLocation | undefined): void {
    const content = this.child(location && this.resolve(location), 'content')
    for (const [, media] of this.entries(content)) this.readSchema(owner, this.child(media, 'schema'))
  }

  /** Adds inline properties; a `$ref` is handled with the schema that it refers to. */
  private readSchema(owner: string, location: YamlLocation | undefined, isNamed = false): void {
    if (!location || (!isNamed && this.refOf(location) !== undefined)) return
    if (isNamed) this.addLine(owner, location)
    for (const [name, property] of this.entries(this.child(location, 'properties'))) {
      this.addLine(`${owner}/${name}`, property)
      this.readSchema(`${owner}/${name}`, property)
    }
    for (const items of ['items', 'additionalProperties'])
      this.readSchema(`${owner}/*`, this.child(location, items))
    for (const composed of ['allOf', 'oneOf', 'anyOf'])
      for (const part of this.items(this.child(location, composed))) this.readSchema(owner, part)
  }

  private addLine(key: string, location: YamlLocation | undefined): void {
    if (!location || this.found.has(key)) return
    const { line } = this.open(location.file).lines.linePos(location.offset)
    this.found.set(key, `openapi/${location.file}:${line}`)
  }

  private open(file: string) {
    const known = this.opened.get(file)
    if (known) return known
    const lines = new LineCounter()
    const text = readFileSync(join(this.folder, file), 'utf8')
    const opened = { root: parseDocument(text, { lineCounter: lines, merge: true }).contents, lines }
    this.opened.set(file, opened)
    return opened
  }

  /** The target of a chain of references; the location itself if it is no reference. */
  private resolve(location: YamlLocation): YamlLocation {
    const ref = this.refOf(location)
    if (ref === undefined) return location
    const [path = '', pointer = ''] = ref.split('#')
    const file = path ? posix.join(posix.dirname(location.file), path) : location.file
    let target: YamlLocation | undefined = { file, offset: 0, node: this.open(file).root }
    for (const step of pointer.split('/').slice(1))
      target = this.child(target, unescapeStep(decodeURIComponent(step)))
    return target ? this.resolve(target) : location
  }

  private refOf({ node }: YamlLocation): string | undefined {
    const ref = isMap(node) ? node.get('$ref') : undefined
    return typeof ref === 'string' ? ref : undefined
  }

  private child(location: YamlLocation | undefined, key: string): YamlLocation | undefined {
    return this.entries(location).find(([name]) => name === key)?.[1]
  }

  private textAt(location: YamlLocation, key: string): string {
    const node = this.child(location, key)?.node
    return isScalar(node) ? String(node.value) : ''
  }

  private entries(location: YamlLocation | undefined): [string, YamlLocation][] {
    if (!location || !isMap(location.node)) return []
    return (location.node as YAMLMap).items.map(({ key, value }: Pair) => {
      const offset = isScalar(key) ? (key.range?.[0] ?? 0) : 0
      return [isScalar(key) ? String(key.value) : '', { file: location.file, offset, node: value }]
    })
  }

  private items(location: YamlLocation | undefined): YamlLocation[] {
    if (!location || !isSeq(location.node)) return []
    return location.node.items.map(node => {
      const range = isMap(node) || isScalar(node) ? node.range : undefined
      return { file: location.file, offset: range?.[0] ?? location.offset, node }
    })
  }
}
