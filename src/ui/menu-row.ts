/** Makes a quiet button a row of a popover, with its icon on the left edge of the text. */
export const menuRowClass = '-mx-4 justify-start focus-visible:-outline-offset-2'
