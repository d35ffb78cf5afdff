/** What one visit of a page gave, by the name of the measure. Milliseconds unless the name says otherwise. */
export type Measures = Record<string, number>
