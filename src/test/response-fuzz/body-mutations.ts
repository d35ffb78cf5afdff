type Json = unknown

export interface BodyMutation {
  /** Path and mutation, as in `.user.email gone`. */
  name: string
  body: Json
}

const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Values of another type, or invalid ones of the same type. */
const replacements = (value: Json): [name: string, value: Json][] => {
  const common: [string, Json][] = [['null', null]]
  if (typeof value === 'string') return [...common, ['a number', 7]]
  if (typeof value === 'number') return [...common, ['a text', 'seven']]
  if (typeof value === 'boolean') return [...common, ['a text', 'no']]
  if (Array.isArray(value)) return [...common, ['empty', []], ['a list of nulls', [null]]]
  return [...common, ['a text', 'text']]
}

const visit = (value: Json, path: string, put: (next: Json) => Json): BodyMutation[] => {
  const own = path === '' ? [] : replacements(value).map(([name, next]) => ({ name, next }))
  const here = own.map(({ name, next }) => ({ name: `${path} ${name}`, body: put(next) }))
  if (Array.isArray(value)) {
    // One element is enough: all have the same schema.
    const [first] = value
    if (first === undefined) return here
    return [...here, ...visit(first, `${path}[0]`, next => put([next, ...value.slice(1)]))]
  }
  if (!isRecord(value)) return here
  const inside = Object.entries(value).flatMap(([key, child]) => {
    const { [key]: _, ...rest } = value
    return [
      { name: `${path}.${key} gone`, body: put(rest) },
      ...visit(child, `${path}.${key}`, next => put({ ...value, [key]: next })),
    ]
  })
  const extra = { name: `${path} with a key more`, body: put({ ...value, toString: 'x', extra: { a: [1] } }) }
  return [...here, ...inside, extra]
}

/** Every single mutation of an answer, at least one per property (N02). */
export const mutateBody = (body: Json): BodyMutation[] => visit(body, '', next => next)

/** One mutation per path, alternating between the kinds. */
export const pickOnePerPath = (mutations: readonly BodyMutation[]): BodyMutation[] => {
  const byPath = new Map<string, BodyMutation[]>()
  for (const mutation of mutations) {
    const [path = ''] = mutation.name.split(' ')
    byPath.set(path, [...(byPath.get(path) ?? []), mutation])
  }
  return [...byPath.values()].flatMap((own, at) => own[at % own.length] ?? [])
}
