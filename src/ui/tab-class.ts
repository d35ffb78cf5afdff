/** A tab, and a link that looks like one: chosen by `data-chosen` or `aria-current`. */
export const tabClass =
  '-mb-px inline-flex min-h-control shrink-0 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium text-muted no-underline transition-colors duration-fast hover:text-text focus-visible:-outline-offset-2 data-chosen:border-accent data-chosen:text-accent-text aria-[current]:border-accent aria-[current]:text-accent-text'
