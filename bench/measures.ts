/** The results of one visit by measure, in milliseconds unless the name says otherwise. */
export type Measures = Record<string, number>
