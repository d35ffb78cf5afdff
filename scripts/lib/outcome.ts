/** The result of `generate`; the text is printed. */
export type Outcome = { readonly exitCode: 0 | 1; readonly text: string }

export const upToDate: Outcome = { exitCode: 0, text: 'Every generated file is up to date.' }
