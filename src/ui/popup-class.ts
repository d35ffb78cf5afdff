export const popupClass =
  'popup max-h-(--available-height) max-w-(--available-width) overflow-y-auto rounded-control border border-line bg-raised text-text shadow-popup outline-none'

export const menuItemClass =
  'flex min-h-8 pointer-coarse:min-h-control w-full cursor-default items-center gap-2 rounded-chip px-2 py-1.5 text-sm no-underline select-none focus-visible:-outline-offset-2 data-highlighted:bg-sunken'
