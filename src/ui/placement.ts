/** The side of the trigger on which a popup opens; it flips when there is not enough space. */
export type Side = 'top' | 'bottom' | 'left' | 'right'
export type Align = 'start' | 'center' | 'end'
