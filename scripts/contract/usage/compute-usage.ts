import type ts from 'typescript'
import type { Operation } from '../../lib/operation'
import { brokenFiles } from './broken-files'
import { findCandidates } from './candidate-files'
import { type ClientTypes, schemaPath } from './client-types'
import { DeclarationGraph } from './declaration-graph'
import { operationCallers } from './operation-callers'
import { hashTypes } from './schema-hash'
import { type SchemaProperty, schemaProperties } from './schema-properties'
import { Screens } from './screens'
import { untypedReads } from './untyped-reads'
import type { UsageMap } from './usage-map'

type Places = ReadonlyMap<string, readonly number[]>
type Uses = [file: number, screens: number][]

/**
 * Finds usage by removing each property from the types. This misses properties that are only passed through
 * type parameters, and reads of untyped values, which `untyped-reads.ts` guesses.
 */
export function computeUsage(
  types: ClientTypes,
  operations: readonly Operation[],
  onProgress?: (done: number, all: number) => void,
): UsageMap {
  const properties = schemaProperties(types.source(schemaPath))
  const candidates = findCandidates(types, properties)
  const named = untypedReads(types, properties)
  const broken = brokenFiles(types, properties, candidates, onProgress)
  return new Writer(types).write(properties, broken, named, operationCallers(types, operations))
}

class Writer {
  private readonly types: ClientTypes
  private readonly graph: DeclarationGraph
  private readonly screens: Screens
  private readonly files: string[] = []
  private readonly sets = new Map<string, number>()

  constructor(types: ClientTypes) {
    this.types = types
    const sources = new Map<string, ts.SourceFile>(types.files.map(path => [path, types.source(path)]))
    this.graph = new DeclarationGraph(sources)
    this.screens = new Screens(sources, this.graph)
  }

  write(
    properties: readonly SchemaProperty[],
    broken: ReadonlyMap<string, Places>,
    named: ReadonlyMap<string, Places>,
    callers: ReadonlyMap<string, Places>,
  ): UsageMap {
    const keys = properties.map(({ key }) => key).sort()
    const special = this.onSomeScreens(named)
    const all = [broken, special, callers].flatMap(uses =>
      [...uses.values()].flatMap(places => [...places.keys()]),
    )
    this.files.push(...[...new Set(all)].sort())
    const sections = {
      properties: this.section(keys, broken),
      named: this.section(keys, special),
      operations: this.section([...callers.keys()].sort(), callers),
    }
    return {
      schemaHash: hashTypes(this.types.schemaText),
      screens: this.screens.all,
      files: this.files,
      screenSets: [...this.sets.keys()].map(text => (text === '' ? [] : text.split(' ').map(Number))),
      ...sections,
    }
  }

  /** Code on every screen reads the session, not a screen's own response: too uncertain. */
  private onSomeScreens(uses: ReadonlyMap<string, Places>): Map<string, Places> {
    const isOnAll = ([path, positions]: readonly [string, readonly number[]]) =>
      this.screensAt(path, positions).length === this.screens.all.length
    return new Map(
      [...uses].map(([key, places]) => [key, new Map([...places].filter(place => !isOnAll(place)))]),
    )
  }

  private screensAt(path: string, positions: readonly number[]): readonly string[] {
    return this.screens.of(positions.flatMap(position => this.graph.at(path, position)))
  }

  private section(keys: readonly string[], uses: ReadonlyMap<string, Places>): Record<string, Uses> {
    const entries = keys.map((key): [string, Uses] => {
      const places = [...(uses.get(key) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
      return [key, places.map(([path, positions]) => [this.files.indexOf(path), this.setOf(path, positions)])]
    })
    return Object.fromEntries(entries.filter(([, list]) => list.length > 0))
  }

  private setOf(path: string, positions: readonly number[]): number {
    const text = this.screensAt(path, positions)
      .map(screen => this.screens.all.indexOf(screen))
      .join(' ')
    const known = this.sets.get(text) ?? this.sets.size
    this.sets.set(text, known)
    return known
  }
}
