/** How a run of `generate` ended: the text is for the person at the keyboard. */
export type Outcome = { readonly exitCode: 0 | 1; readonly text: string }

export const upToDate: Outcome = { exitCode: 0, text: 'Every generated file is up to date.' }
