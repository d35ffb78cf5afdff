import { isRecord } from '../lib/is-record'

export interface Mutation {
  /** `.categories[0].name`. */
  path: string
  /** Path and kind, as in `.user.email gone`. */
  name: string
  apply: (body: unknown) => unknown
}

/** Values of another type, or invalid ones of the same type. */
const replacements = (value: unknown): [kind: string, value: unknown][] => {
  if (typeof value === 'string') return [['a number', 7]]
  if (typeof value === 'number') return [['a text', 'seven']]
  if (typeof value === 'boolean') return [['a text', 'no']]
  if (Array.isArray(value))
    return [
      ['empty', []],
      ['a list of nulls', [null]],
    ]
  return [['a text', 'text']]
}

/** Every mutation of every property; of a list its first element, because all have the same schema. */
export const getMutations = (
  value: unknown,
  path = '',
  change: (next: (own: unknown) => unknown) => Mutation['apply'] = next => next,
): Mutation[] => {
  const mutate = (kind: string, next: (own: unknown) => unknown): Mutation => ({
    path,
    name: `${path} ${kind}`,
    apply: change(next),
  })
  const own =
    path === ''
      ? []
      : [['null', null] as const, ...replacements(value)].map(([kind, next]) => mutate(kind, () => next))
  if (Array.isArray(value)) {
    if (value.length === 0) return own
    return [
      ...own,
      ...getMutations(value[0], `${path}[0]`, next =>
        change(list => (list as unknown[]).map((one, at) => (at === 0 ? next(one) : one))),
      ),
    ]
  }
  if (!isRecord(value)) return own
  const inside = Object.entries(value).flatMap(([key, child]): Mutation[] => {
    const at = `${path}.${key}`
    const remove = change(record => {
      const { [key]: _, ...rest } = record as Record<string, unknown>
      return rest
    })
    const changeChild = (next: (own: unknown) => unknown) =>
      change(record => ({ ...(record as object), [key]: next((record as Record<string, unknown>)[key]) }))
    return [{ path: at, name: `${at} gone`, apply: remove }, ...getMutations(child, at, changeChild)]
  })
  const extra = mutate('with a key more', record => ({
    ...(record as object),
    toString: 'x',
    extra: { a: [1] },
  }))
  return [...own, ...inside, extra]
}

/** The mutated copies of a body (N02). */
export const mutateBody = (body: unknown): { name: string; body: unknown }[] =>
  getMutations(body).map(({ name, apply }) => ({ name, body: apply(body) }))
