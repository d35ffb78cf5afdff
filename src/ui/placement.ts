/** Where a popup stands in relation to its trigger; it flips by itself when there is no room. */
export type Side = 'top' | 'bottom' | 'left' | 'right'
export type Align = 'start' | 'center' | 'end'
